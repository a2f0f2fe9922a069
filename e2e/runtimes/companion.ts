import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newSecrets, startCompanion } from '../support/built-companion.ts';
import { newOrderId, pay } from '../support/payments.ts';
import { startSandbox } from './sandbox.ts';

/** How receipts of the built sandbox begin. */
const RECEIPTS = { html: '<!doctype html>', pdf: '%PDF-' };

/**
 * Starts the built companion on a runtime, pays, refunds a part, reads the order and its receipts, and ends it by SIGTERM.
 * @param runtime the runtime and its options
 * @param databaseUrl default: a file in the folder
 * @throws Error if a step fails
 */
export async function checkCompanion(runtime: readonly string[], folder: string, databaseUrl?: string) {
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets);
  const env = { HOME: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const file = join(folder, 'pay.db');
  const companion = await startCompanion(sandbox.url, secrets, file, env, runtime);
  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = {
      authorization: `Bearer ${companion.merchantApiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answer = await fetch(companion.origin + path, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${text}`);
    return text;
  };
  try {
    const orderId = newOrderId();
    await pay(companion.url, companion.orderSecret, orderId);
    const order = `/pay/api/orders/${orderId}`;
    await ask(`${order}/refund`, { method: 'POST', body: JSON.stringify({ amount: '10.00' }) });
    await ask(order);
    await ask('/metrics');
    for (const [format, beginning] of Object.entries(RECEIPTS)) {
      const receipt = await ask(`${order}/receipt?format=${format}`);
      if (!receipt.toLowerCase().startsWith(beginning.toLowerCase()))
        throw new Error(`a receipt as ${format} is ${receipt.slice(0, 200)}`);
    }
    await companion.end('SIGTERM');
  } finally {
    await companion.end('SIGKILL');
    await sandbox.end();
  }
}
