import { FAULTS } from './faults.ts';
import type { Ask } from './options.ts';

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

/** Has the gateway report another status of an order's payment: `pending` to `success` is the bank's approval. */
export async function reportStatus(
  sandbox: Ask,
  orderId: string,
  was: string,
  status: string,
): Promise<void> {
  const payments = await sandboxList<{ orderId: string; status: string }>(sandbox, 'payments');
  const payment = payments.find((one) => one.orderId.startsWith(orderId) && one.status === was);
  if (payment) await sandbox(`orders/${encodeURIComponent(payment.orderId)}/state`, post({ status }));
}

/** @param name of a fault of the demo */
export async function setFault(sandbox: Ask, name: string): Promise<void> {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault) await sandbox('faults', post(fault.order));
}

/** @param seconds how far the times that the gateway states are behind the machine's clock */
export async function setGatewayBack(sandbox: Ask, seconds: number): Promise<void> {
  await sandbox('settings', post({ clockOffsetSeconds: -seconds }));
}

/** A list of the sandbox: `requests`, `webhooks`, `payments`, `faults`. */
export async function sandboxList<T>(sandbox: Ask, name: string): Promise<T[]> {
  return ((await (await sandbox(name)).json()) as { data: T[] }).data;
}
