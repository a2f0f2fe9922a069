import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '../../contract/checkout-api.ts';
import type { GatewayStatus } from './report.ts';
import {
  concluded,
  type EndedBy,
  hasFailed,
  hasSucceeded,
  isOpen,
  NEW_TRANSACTION,
  resolved,
  transition,
} from './transaction.ts';

const REPORTED: GatewayStatus[] = ['init', 'pending', 'success', 'failure'];
const OURS: EndedBy[] = ['refused', 'not-sent', 'not-found'];

type Row = [
  from: PaymentStatus,
  endedBy: EndedBy | null,
  init: string,
  pending: string,
  success: string,
  failure: string,
];

/** The effect of a report on a transaction, which depends on who ended it. */
const TABLE: Row[] = [
  ['unknown', null, 'move', 'move', 'move', 'move'],
  ['init', null, 'move', 'move', 'move', 'move'],
  ['pending', null, 'stay', 'move', 'move', 'move'],
  ['success', 'gateway', 'stay', 'stay', 'stay', 'dispute'],
  ['failure', 'gateway', 'stay', 'stay', 'dispute', 'stay'],
  ['success', 'person', 'stay', 'stay', 'move', 'dispute'],
  ['failure', 'person', 'stay', 'stay', 'dispute', 'move'],
  ...OURS.map((by): Row => ['failure', by, 'move', 'move', 'move', 'move']),
];

describe('the one table of transitions', () => {
  it.each(TABLE)(
    'from %s, ended by %s: init %s, pending %s, success %s, failure %s',
    (status, endedBy, ...steps) => {
      expect(REPORTED.map((to) => transition({ status, endedBy }, to))).toEqual(steps);
    },
  );
});

describe('our own conclusions', () => {
  it('end only what nothing is known of', () => {
    for (const status of ['init', 'pending', 'success', 'failure'] as const) {
      const before = { ...NEW_TRANSACTION, status };
      expect(concluded(before, 'not-found', null, 'Not found')).toBe(before);
    }
    expect(concluded(NEW_TRANSACTION, 'not-found', null, 'Not found')).toMatchObject({
      status: 'failure',
      endedBy: 'not-found',
    });
  });

  it('end nothing that is disputed', () => {
    const before = { ...NEW_TRANSACTION, dispute: 'amount-mismatch' as const };
    expect(concluded(before, 'not-found', null, 'Not found')).toBe(before);
  });
});

it('a disputed transaction is open and neither failed nor succeeded, until it is resolved manually', () => {
  for (const status of ['success', 'failure'] as const) {
    const before = {
      ...NEW_TRANSACTION,
      status,
      endedBy: 'gateway' as const,
      dispute: 'contradicting-ends' as const,
    };
    expect([isOpen(before), hasFailed(before), hasSucceeded(before)]).toEqual([true, false, false]);
    const after = resolved(before, status);
    expect([isOpen(after), hasFailed(after), hasSucceeded(after)]).toEqual([
      false,
      status === 'failure',
      status === 'success',
    ]);
  }
});
