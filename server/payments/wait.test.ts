import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import type { Payment } from './payment.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  STORE_SECRETS,
  told,
  toldOf,
  type World,
} from './test-world.ts';
import { waitForChange } from './wait.ts';

let world: World;
let pending: Payment;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'pending' }));
  pending = await createDirectPayment(world, order(), 'key-00001', input(), CLIENT);
});
afterEach(() => world.store.close());

const succeed = () => applyNews(world, { source: 'webhook', payment: told(), text: 'success' });

describe('waiting for a payment', () => {
  it('ends at once where no time is given', async () => {
    expect(await waitForChange(world, pending, 0)).toEqual(pending);
  });

  it('ends at once where the asker has seen an older state, or none that we know', async () => {
    expect(await waitForChange(world, pending, 60, '2026-06-15T11:00:00.000Z')).toEqual(pending);
    expect(await waitForChange(world, pending, 60, '2036-06-15T11:00:00.000Z')).toEqual(pending);
  });

  it('ends at once where the payment is final', async () => {
    await succeed();
    const paid = await world.payment();
    expect(await waitForChange(world, paid, 60)).toEqual(paid);
  });

  it('ends with the next change', async () => {
    const start = performance.now();
    const waiting = waitForChange(world, pending, 60);
    await succeed();
    expect(await waiting).toMatchObject({ status: 'success' });
    expect(performance.now() - start).toBeLessThan(900);
  });

  it('misses no change that came between reading and listening', async () => {
    await succeed();
    const start = performance.now();
    expect(await waitForChange(world, pending, 60)).toMatchObject({ status: 'success' });
    expect(performance.now() - start).toBeLessThan(900);
  });

  it('sees what another process changed', async () => {
    const waiting = waitForChange(world, pending, 60);
    const elsewhere: World = { ...createWorld(world.store), clock: world.clock };
    await applyNews(elsewhere, { source: 'webhook', payment: told(), text: 'success' });
    expect(await waiting).toMatchObject({ status: 'success' });
  });

  it('ends when the time is over', async () => {
    const real: World = { ...world, clock: Object.assign(world.clock, { now: () => new Date() }) };
    const start = performance.now();
    expect(await waitForChange(real, { ...pending, askAt: null }, 0.05)).toMatchObject({ status: 'pending' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(45);
  });

  it('ends when the asker goes or the process ends', async () => {
    const gone = new AbortController();
    const waiting = [
      waitForChange(world, pending, 60, undefined, gone.signal),
      waitForChange(world, pending, 60),
    ];
    gone.abort();
    await waiting[0];
    world.changes.end();
    await waiting[1];
    expect(await waitForChange(world, pending, 60)).toEqual(pending);
  });

  it('asks the gateway where that is due, without waiting for the next round', async () => {
    world.gateway.script.readOperation = async () => answered(told());
    world.clock.pass(10);
    expect(await waitForChange(world, pending, 60)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
  });
});
