import { describe, expect, it } from 'vitest';
import { payHosted } from './paying/pay-hosted.ts';
import { payDirect } from './paying/pay.ts';
import type { Append, Store } from './ports.ts';
import { openSession } from './paying/session.ts';
import { answered, gatewayPayment } from './testing/gateway.ts';
import { withTestDeps, work, deps } from './testing/running-deps.ts';
import {
  CLIENT,
  gate,
  hear,
  input,
  pay,
  refusal,
  signed,
  TestClock,
  type TestDeps,
} from './testing/test-deps.ts';
import { pollDue } from './workers/poll.ts';

withTestDeps();

/** Dependencies whose store runs `when` on appends that contain an entry of this kind. */
function appending(
  of: TestDeps,
  kind: string,
  when: (append: () => Promise<void>) => Promise<void>,
): TestDeps {
  const append = (one: Append) =>
    one.entries.some((entry) => entry.kind === kind)
      ? when(() => of.store.append(one))
      : of.store.append(one);
  const store: Store = { ...of.store, append };
  return { ...of, store, ownCalls: new Set() };
}

describe('a process that was held up between the journal and the call', () => {
  it.each([
    ['charges', (of: TestDeps) => pay(of), 'createDirect'],
    ['opens a page', (of: TestDeps) => payHosted(of, signed(), {}), 'createHosted'],
  ] as const)('no longer %s once the attempt was given up', async (_what, begin, method) => {
    const asleep = gate<null>();
    const held = appending(deps, 'payment-started', async (append) => {
      await append();
      await asleep.promise;
    });
    const first = Promise.allSettled([begin(held)]);
    await expect.poll(async () => (await deps.order()).entries.length).toBe(2);
    await work(100);
    expect(await pay(deps)).toMatchObject({ status: 'success' });
    asleep.open(null);
    await first;
    expect(deps.gateway.of(method)).not.toContain('order-1');
    expect(deps.gateway.of('createDirect')).toHaveLength(1);
    expect(await deps.payment()).toMatchObject({ status: 'failure', canRetry: false });
  });

  it('does not charge where a process with a faster clock has given the attempt up', async () => {
    const elsewhere: TestDeps = { ...deps, clock: new TestClock() };
    elsewhere.clock.pass(100);
    const slow = appending(deps, 'payment-started', async (append) => {
      await append();
      deps.clock.pass(2);
      await pollDue(elsewhere);
    });
    expect(await pay(slow)).toMatchObject({ status: 'failure', canRetry: true });
    expect(deps.gateway.of('createDirect')).toEqual([]);
  });

  it.each([
    ['before', 6, 'success'],
    ['before', 8, 'failure'],
    ['after', 6, 'success'],
    ['after', 8, 'failure'],
  ] as const)('held up %s the commit for %i s ends with a %s', async (when, seconds, status) => {
    const slow = appending(deps, 'payment-started', async (append) => {
      if (when === 'before') deps.clock.pass(seconds);
      await append();
      if (when === 'after') deps.clock.pass(seconds);
    });
    expect(await pay(slow)).toMatchObject({ status, canRetry: status === 'failure' });
    expect(deps.gateway.of('createDirect')).toHaveLength(status === 'success' ? 1 : 0);
  });
});

/** As the store fails while its database is restarted. */
class StoreError extends Error {
  override readonly name = 'StoreError';
}

describe('an answer that the store does not take at once', () => {
  it('is written down when the database is back', async () => {
    let failures = 0;
    const restarted = appending(deps, 'call-ended', async (append) => {
      failures += 1;
      if (failures <= 20) throw new StoreError('restarted');
      await append();
    });
    expect(await pay(restarted)).toMatchObject({ status: 'success' });
    expect(deps.gateway.of('createDirect')).toHaveLength(1);
  });

  it('is written down once where only the answer to the commit was lost', async () => {
    let failures = 0;
    const restarted = appending(deps, 'call-ended', async (append) => {
      await append();
      failures += 1;
      throw new StoreError('the connection was lost');
    });
    expect(await pay(restarted)).toMatchObject({ status: 'success' });
    expect(failures).toBe(1);
    const kinds = (await deps.order()).entries.map((one) => one.kind);
    expect(kinds).toEqual(['order-updated', 'payment-started', 'call-ended']);
  });

  it('is given up when other processes take the call for lost', async () => {
    const began = deps.clock.monotonic();
    const gone = appending(deps, 'call-ended', () => Promise.reject(new StoreError('gone')));
    await expect(pay(gone)).rejects.toThrow('gone');
    expect(deps.clock.monotonic() - began).toBeLessThanOrEqual(37_000);
    expect(gone.ownCalls.size).toBe(0);
  });

  it('is given up when the store is closed', async () => {
    const began = deps.clock.monotonic();
    const end = new AbortController();
    const closing = appending(deps, 'call-ended', async () => {
      end.abort();
      throw new StoreError('closed');
    });
    await expect(pay({ ...closing, closed: end.signal })).rejects.toThrow('closed');
    expect(deps.clock.monotonic()).toBe(began);
  });
});

describe('an answer that cannot be written down', () => {
  it('is not lost: the payment is unknown, is polled and found', async () => {
    let failures = 0;
    const broken = appending(deps, 'call-ended', async () => {
      failures += 1;
      throw new Error('disk full');
    });
    await expect(pay(broken)).rejects.toThrow('disk full');
    expect(failures).toBe(1);
    expect((await openSession(deps, signed())).payment).toMatchObject({ status: 'unknown' });
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
    deps.gateway.script.readOperation = async () => answered(gatewayPayment());
    await work(45);
    expect((await openSession(deps, signed())).payment).toMatchObject({ status: 'success' });
    expect(deps.gateway.of('createDirect')).toHaveLength(1);
  });

  it('is answered to the same request when it comes again', async () => {
    const broken = appending(deps, 'call-ended', () => Promise.reject(new Error('disk full')));
    const send = (of: TestDeps) => payDirect(of, signed(), 'key-00001', input(), CLIENT);
    await expect(send(broken)).rejects.toThrow('disk full');
    await hear(deps);
    expect(await send(deps)).toMatchObject({ status: 'success' });
    expect(deps.gateway.of('createDirect')).toHaveLength(1);
  });

  it('sends nothing where the attempt itself cannot be written down', async () => {
    const broken = appending(deps, 'payment-started', () => Promise.reject(new Error('disk full')));
    await expect(pay(broken)).rejects.toThrow('disk full');
    expect(deps.gateway.calls).toEqual([]);
    expect((await deps.order()).entries).toEqual([]);
  });
});
