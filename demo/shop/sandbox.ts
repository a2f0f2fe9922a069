import type { Ask } from './options.ts';

/** A fault that the demo can set (server/sandbox/README.md, Control). */
interface DemoFault {
  name: string;
  label: string;
  /** body of `POST /_sandbox/faults` */
  order: { on: string; kind: string; delayMs?: number };
}

export const FAULTS: readonly DemoFault[] = [
  {
    name: 'late-webhook',
    label: 'Webhook six seconds late',
    order: { on: 'webhook', kind: 'late', delayMs: 6_000 },
  },
  { name: 'lost-webhook', label: 'Webhook lost', order: { on: 'webhook', kind: 'lost' } },
  { name: 'twice', label: 'Webhook sent twice', order: { on: 'webhook', kind: 'duplicate' } },
  {
    name: 'forged',
    label: 'Webhook with a forged signature',
    order: { on: 'webhook', kind: 'forged-signature' },
  },
  {
    name: 'wrong-amount',
    label: 'Webhook over another amount',
    order: { on: 'webhook', kind: 'wrong-amount' },
  },
  { name: 'cut-after', label: 'Connection cut, charged', order: { on: 'create', kind: 'reset-after' } },
  { name: 'cut-before', label: 'Connection cut, not charged', order: { on: 'create', kind: 'reset-before' } },
  { name: 'error', label: 'Error 500, charged', order: { on: 'create', kind: 'error-500-after' } },
  { name: 'busy', label: 'Gateway busy', order: { on: 'create', kind: 'rate-limit-before' } },
  { name: 'slow', label: 'Answer four seconds late', order: { on: 'create', kind: 'late', delayMs: 4_000 } },
  { name: 'refund', label: 'Next refund declined', order: { on: 'refund', kind: 'decline' } },
  { name: 'capture', label: 'Next capture declined', order: { on: 'capture', kind: 'decline' } },
];

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
