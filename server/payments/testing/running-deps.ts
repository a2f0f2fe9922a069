import { afterEach, beforeEach } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { createOrder } from '../paying/create-order.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import type { PaymentConfig } from '../ports.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPaymentOf } from './gateway.ts';
import { createTestDeps, STORE_SECRETS, type TestDeps } from './test-deps.ts';
import { pollDue } from '../workers/poll.ts';

/** For tests: the dependencies of the running test, and what most tests do in it. */

export let deps: TestDeps;

/** Gives every test of a file dependencies of its own. */
export function withTestDeps(config: Partial<PaymentConfig> = {}): void {
  beforeEach(async () => {
    deps = createTestDeps(await openSqliteStore(':memory:', STORE_SECRETS), config);
  });
  afterEach(() => deps.store.close());
}

/** From now on the gateway answers direct payments so: by default with a success. */
export function answers(over: Partial<GatewayPayment> = {}): void {
  deps.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request, over));
}

/** After each pause, the companion polls what is due. */
export async function work(...seconds: number[]): Promise<void> {
  for (const one of seconds) {
    deps.clock.pass(one);
    await pollDue(deps);
  }
}

/** The merchant creates or updates `order-1`. */
export const update = (over: object = {}): ReturnType<typeof createOrder> => {
  const least = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
  return createOrder(deps, newOrderSchema.parse({ ...least, ...over }));
};

/** Why a person must look at `order-1`: the reason, and the field of a mismatch. */
export const review = async (): Promise<string[]> =>
  (await viewOrder(deps, 'order-1')).review.map(({ reason, field }) =>
    field ? `${reason} ${field}` : reason,
  );

/** What the merchant may do with `order-1`. */
export const allowed = async () => (await viewOrder(deps, 'order-1')).allowed;
