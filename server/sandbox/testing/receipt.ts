import { CARD, type Harness, POS, SPLIT, direct, openSandbox } from './sandbox.ts';

/** A sandbox with one paid order, `order-1`. */
export async function paidOrder(more: Record<string, unknown> = {}): Promise<Harness> {
  const sandbox = openSandbox();
  await pay(sandbox, more);
  return sandbox;
}

export async function pay(sandbox: Harness, more: Record<string, unknown> = {}): Promise<void> {
  const response = await sandbox.pay(CARD.cc_number, { amount: 100, ...more });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Pays 100, split between two sub-merchants: 70 and 30. */
export async function paySplit(sandbox: Harness, orderId: string): Promise<void> {
  const body = direct(CARD.cc_number, { amount: 100, order_id: orderId, split: SPLIT });
  const response = await sandbox.post('/api/v1/split/purchase', body);
  if (response.status !== 200) throw new Error(await response.text());
}

/** Adds a credit to an order. Returns its transaction id. */
export async function credit(sandbox: Harness, amount = '25.00', orderId = 'order-1'): Promise<string> {
  const event = { method: 'credit', amount };
  return String((await sandbox.control('POST', `orders/${orderId}/events`, event))['transactionId']);
}

/** Requests the receipt of `order-1`, or of another order. */
export const receipt = (
  sandbox: Harness,
  query: Record<string, string>,
  orderId = 'order-1',
): Promise<Response> =>
  sandbox.get(
    `/api/v1/pos/${POS}/orders/${encodeURIComponent(orderId)}/report/receipt?${new URLSearchParams(query)}`,
  );

/** Requests the receipts of a day; the harness's clock stands at noon of 15 June 2026. */
export const archive = (
  sandbox: Harness,
  query: Record<string, string>,
  date = '2026-06-15',
): Promise<Response> =>
  sandbox.get(`/api/v1/pos/${POS}/date/${date}/report/receipt?${new URLSearchParams(query)}`);
