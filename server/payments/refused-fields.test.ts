import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import { namingFields } from './refused-fields.ts';
import { key, pay, reserve, SPLIT } from './test-operations.ts';
import { createWorld, refused, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const unknownShare = async () => {
  const outcome = refused(400, 'P-400');
  if (outcome.kind === 'refused') outcome.refusal.details.push('split.1.sub_merchant_id: unknown');
  return outcome;
};

describe('a refusal that names fields', () => {
  it('is told with them, of a payment and of an operation', async () => {
    world.gateway.script = { createSplitDirect: unknownShare, splitCapture: unknownShare };
    expect(await pay(world, { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: 'The payment service did not take the payment. (split.1.sub_merchant_id)',
    });
    await reserve(world);
    expect(await captureOrder(world, 'order-1', key(), { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: 'The payment service refused the operation. (split.1.sub_merchant_id)',
    });
  });

  it('is told with names alone, each once, and nothing that may be a value', () => {
    const details = [
      'amount: 10.1',
      'amount: too big',
      'Olena: x',
      'olena@shop.example',
      '4242: x',
      'order_id: ',
    ];
    expect(namingFields('No.', { details })).toBe('No. (amount, order_id)');
    expect(namingFields('No.', { details: ['invalid'] })).toBe('No.');
  });
});
