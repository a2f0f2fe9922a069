import type { PaymentMethod } from '../contract/checkout-api.ts';
import type { FieldError } from '../contract/problem.ts';
import { applyNews, type News, type Verdict } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { CLIENT, input, order, told, type World } from './test-world.ts';

/** For tests: orders that are paid, and what comes of operations on them. */

export const ANNA = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
export const BORYS = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

/** Anna's part is 7.00, Borys' 3.10. */
export const SPLIT = [
  { subMerchantId: ANNA, amount: '7.00' },
  { subMerchantId: BORYS, amount: '3.10' },
];

/** `order-1` over 10.10 UAH, paid (or reserved) unless the gateway's script says otherwise. */
export async function pay(world: World, over: Record<string, unknown> = {}): Promise<Payment> {
  return createDirectPayment(world, order(over), crypto.randomUUID(), input(), CLIENT);
}

export const reserve = (world: World, method: PaymentMethod = 'auth') => pay(world, { method });

/** An idempotency key that was never used. */
export const key = (): string => crypto.randomUUID();

export async function operations(world: World): Promise<Operation[]> {
  return world.store.operationsOfPayment((await world.payment()).id);
}

export async function only(world: World): Promise<Operation> {
  const [operation, ...more] = await operations(world);
  if (!operation || more.length > 0) throw new Error(`${more.length} operations too many`);
  return operation;
}

let texts = 0;

/** A webhook about `order-1`, unlike every other. */
export function hear(
  world: World,
  over: Partial<GatewayPayment>,
  news: Partial<News> = {},
): Promise<Verdict> {
  texts += 1;
  return applyNews(world, { source: 'webhook', payment: told(over), text: `text ${texts}`, ...news });
}

/** What a use case refused: its code and the fields it names, "path: code". */
export async function refusal(run: Promise<unknown>): Promise<[code: string, ...fields: string[]]> {
  const error = await run.then(
    () => null,
    (thrown: { code?: string; errors?: FieldError[] }) => thrown,
  );
  if (!error?.code) throw error ?? new Error('nothing was refused');
  return [error.code, ...(error.errors ?? []).map(({ path, code }) => `${path}: ${code}`)];
}

/** An operation as it is written down by a merchant's call, unlike every other one. */
export function operation(over: Partial<Operation> = {}): Operation {
  const at = '2026-06-15T12:00:00.000Z';
  return {
    id: crypto.randomUUID(),
    paymentId: 'payment-1',
    method: 'refund',
    amountMinor: 1010,
    currency: 'UAH',
    split: null,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'merchant',
    comment: null,
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: at,
    askAt: null,
    createdAt: at,
    updatedAt: at,
    ...over,
  };
}
