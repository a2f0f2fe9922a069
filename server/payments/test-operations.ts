import type { PaymentView } from '../contract/checkout-api.ts';
import type { OperationView } from '../contract/merchant-api.ts';
import type { FieldError } from '../contract/problem.ts';
import { payDirect } from './pay.ts';
import { operationView, shownOperations } from './order/views.ts';
import type { GatewayPayment } from './gateway-port.ts';
import { type ReportResult, handleWebhook } from './reports.ts';
import { gatewayPayment } from './test-gateway.ts';
import { CLIENT, input, signed, type World } from './test-world.ts';

/** For tests: orders that are paid, and operations on them. */

export const ANNA = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
export const BORYS = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

/** Anna's part is 7.00, Borys' 3.10. */
export const SPLIT = [
  { subMerchantId: ANNA, amount: '7.00' },
  { subMerchantId: BORYS, amount: '3.10' },
];

/** Pays (or authorizes) `order-1` over 10.10 UAH, unless the gateway's script differs. */
export function pay(world: World, over: Record<string, unknown> = {}): Promise<PaymentView> {
  return payDirect(world, signed(over), key(), input(), CLIENT);
}

/** An idempotency key that was never used. */
export const key = (): string => crypto.randomUUID();

/** The operations of `order-1` as the merchant sees them. */
export async function operations(world: World): Promise<OperationView[]> {
  const { orderId, state } = await world.order();
  return shownOperations(state).map((one) => operationView(state, orderId, one));
}

let texts = 0;

/** Processes a webhook about `order-1` that differs from every other. */
export async function hear(world: World, over: Partial<GatewayPayment> = {}): Promise<ReportResult> {
  texts += 1;
  return (await handleWebhook(world, gatewayPayment(over), `text ${texts}`)).result;
}

/** A use case's refusal: its code and its fields, as "path: code". */
export async function refusal(run: Promise<unknown>): Promise<[code: string, ...fields: string[]]> {
  const error = await run.then(
    () => null,
    (thrown: { code?: string; errors?: FieldError[] }) => thrown,
  );
  if (!error?.code) throw error ?? new Error('nothing was refused');
  return [error.code, ...(error.errors ?? []).map(({ path, code }) => `${path}: ${code}`)];
}
