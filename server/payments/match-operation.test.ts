import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { payment } from '../store/test-payment.ts';
import { guess, isPastGrace, mayBeAbout, timeOf } from './match-operation.ts';
import type { Operation } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { operation } from './test-operations.ts';
import { createWorld, STORE_SECRETS, told, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  return () => world.store.close();
});

describe('the time of an operation', () => {
  // Sent at noon; its call can arrive for 35 s, and either clock may be a minute wrong.
  const sent = operation({ createdAt: '2026-06-15T11:50:00.000Z' });
  const at = (createdAt: string | null) => told({ method: 'refund', createdAt });

  it.each<[string, Operation, string | null, string]>([
    ['is untold', sent, null, 'untold'],
    ['begins at its sending, less the skew', sent, '2026-06-15T11:59:00.000Z', 'fitting'],
    ['begins no sooner', sent, '2026-06-15T11:58:59.999Z', 'another'],
    ['ends with its call, and the skew', sent, '2026-06-15T12:01:35.000Z', 'fitting'],
    ['ends no later', sent, '2026-06-15T12:01:35.001Z', 'another'],
    [
      'begins for a reversal at its writing down',
      { ...sent, origin: 'reversal' },
      '2026-06-15T11:49:00.000Z',
      'fitting',
    ],
    [
      'begins for a reversal no sooner',
      { ...sent, origin: 'reversal' },
      '2026-06-15T11:48:59.999Z',
      'another',
    ],
    [
      'ends for a reversal with its last call',
      { ...sent, origin: 'reversal' },
      '2026-06-15T12:01:35.001Z',
      'another',
    ],
    [
      'of a reversal that waits is open',
      { ...sent, origin: 'reversal', sentAt: null },
      '2026-06-17T12:00:00.000Z',
      'fitting',
    ],
    [
      'of one begun elsewhere is any before it was heard of',
      { ...sent, origin: 'gateway' },
      '2026-01-01T00:00:00.000Z',
      'fitting',
    ],
    [
      'of one begun elsewhere is none after it was heard of',
      { ...sent, origin: 'gateway' },
      '2026-06-15T11:51:00.001Z',
      'another',
    ],
  ])('%s', (_what, one, createdAt, expected) => {
    expect(timeOf(world, one, at(createdAt))).toBe(expected);
  });

  it.each<[string, Partial<Operation>, number, boolean]>([
    ['the grace time has not passed', {}, 60, false],
    ['it has', {}, 61, true],
    ['its call is under way, though the grace time is short', {}, 34, false],
    ['its call can be so no more', {}, 36, true],
    ['its call came back', { updatedAt: '2026-06-15T12:00:01.000Z' }, 11, true],
    ['it is a reversal', { updatedAt: '2026-06-15T12:00:01.000Z', origin: 'reversal' }, 34, false],
    ['it was written down long before it was sent', { createdAt: '2026-06-15T11:00:00.000Z' }, 11, true],
  ])('is past, where %s: %o after %i s: %s', (_what, over, seconds, past) => {
    const short = seconds >= 60 ? 60 : 10;
    world = { ...world, config: { ...world.config, notFoundGraceS: short } };
    world.clock.pass(seconds);
    expect(isPastGrace(world, operation(over))).toBe(past);
  });

  it('was sent now and not when it was written down', () => {
    world.clock.pass(11);
    const waited = operation({ createdAt: '2026-06-15T11:00:00.000Z', sentAt: '2026-06-15T12:00:05.000Z' });
    world = { ...world, config: { ...world.config, notFoundGraceS: 10 } };
    expect(isPastGrace(world, waited)).toBe(false);
  });
});

describe('news that only fits is rather of', () => {
  const success = operation({ id: 'done', status: 'success', settledBy: 'gateway' });
  const failure = operation({ id: 'failed', status: 'failure', settledBy: 'gateway' });
  const refused = operation({ id: 'refused', status: 'failure', settledBy: 'refused' });
  const lost = operation({ id: 'lost', status: 'failure', settledBy: 'not-found' });
  const said = operation({ id: 'said', status: 'failure', settledBy: 'person' });
  const open = operation({ id: 'open' });
  const named = { ...success, id: 'named', gatewayOperationId: 'o-9' };
  const of = (over: Partial<GatewayPayment>) => told({ method: 'refund', operationId: 'o-1', ...over });

  it.each<[string, Operation[], Partial<GatewayPayment>, string | null]>([
    ['what was done without an id, than what is in doubt', [open, success], {}, 'done'],
    ['what is in doubt, than what never arrived', [lost, open], {}, 'open'],
    ['what is in doubt, than what a person has ended', [said, open], {}, 'open'],
    ['what never arrived, than what a person has ended', [said, lost], {}, 'lost'],
    ['what a person has ended, than of nothing', [said], {}, 'said'],
    ['nothing, than what was refused', [refused], {}, null],
    ['nothing, than what has failed', [failure], {}, null],
    ['nothing, than one whose id is known', [named], {}, null],
    ['what was refused, as a failure', [open, refused], { status: 'failure' }, 'refused'],
    ['what has failed, as a failure', [open, failure], { status: 'failure' }, 'failed'],
    ['what never arrived, as a failure', [open, lost], { status: 'failure' }, 'lost'],
    ['what was done, without an id', [named], { operationId: null }, 'named'],
    ['what was done rather than refused, without an id', [refused, named], { operationId: null }, 'named'],
    ['what could be either, without an id', [open, named], { operationId: null }, 'unclear'],
    [
      'what could be either, as a failure without an id',
      [refused, open],
      { operationId: null, status: 'failure' },
      'unclear',
    ],
  ])('%s', (_what, all, news, expected) => {
    const found = guess(world, payment(), all, of(news));
    expect(found === 'unclear' ? found : (found?.id ?? null)).toBe(expected);
  });

  it.each(['not-sent', 'merged'] as const)('none that is nothing at the gateway: %s', (settledBy) => {
    expect(mayBeAbout(world, { ...lost, settledBy }, payment(), of({ status: 'failure' }))).toBe(false);
  });
});
