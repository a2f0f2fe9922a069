import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Secrets, startCompanion } from '../bench/companion.ts';
import { newOrderId, pay } from '../bench/payments.ts';

/**
 * Starts the built companion on a runtime, pays, refunds a part, reads the order and its receipts, and ends it by SIGTERM.
 * @param databaseUrl default: a file in the folder
 * @throws Error if a step fails
 */
export async function exerciseCompanion(
  folder: string,
  command: readonly string[],
  gatewayUrl: string,
  secrets: Secrets,
  databaseUrl?: string,
): Promise<void> {
  const file = join(folder, `${randomUUID()}.db`);
  const env = { HOME: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const companion = await startCompanion(gatewayUrl, secrets, file, env, command);
  try {
    const orderId = newOrderId();
    await pay(companion.url, companion.orderSecret, orderId);
    const order = `${companion.url}/api/orders/${orderId}`;
    const authorization = `Bearer ${companion.merchantApiKey}`;
    const refund = await fetch(`${order}/refund`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ amount: '10.00' }),
    });
    if (!refund.ok) throw new Error(`a refund was answered ${refund.status} ${await refund.text()}`);
    const read = await fetch(order, { headers: { authorization } });
    if (!read.ok) throw new Error(`an order was answered ${read.status} ${await read.text()}`);
    await readReceipts(order, authorization);
    const metrics = await fetch(`${companion.origin}/metrics`);
    if (!metrics.ok) throw new Error(`the metrics were answered ${metrics.status}`);
    await companion.end('SIGTERM');
  } finally {
    await companion.end('SIGKILL');
  }
}

/** The receipts of the built sandbox: its PDF libraries and fonts are packages outside the bundle. */
const RECEIPTS = { html: '<!doctype html>', pdf: '%PDF-' };

async function readReceipts(order: string, authorization: string): Promise<void> {
  for (const [format, beginning] of Object.entries(RECEIPTS)) {
    const answer = await fetch(`${order}/receipt?format=${format}`, { headers: { authorization } });
    const text = await answer.text();
    if (!answer.ok || !text.toLowerCase().startsWith(beginning.toLowerCase()))
      throw new Error(`a receipt as ${format} was answered ${answer.status} ${text.slice(0, 200)}`);
  }
}
