import autocannon from 'autocannon';
import { newSecrets, type Secrets, startCompanion } from '../support/built-companion.ts';
import { newOrderId, paidWebhook, payRequest } from '../support/payments.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/** What autocannon measured. */
export interface Load {
  /** milliseconds of each call */
  each: number[];
  /** calls a second */
  rate: number;
}

/** A busy machine makes calls slow, not wrong. */
const PATIENCE_S = 60;

/** @throws Error if a call is not answered 2xx */
export async function load(options: autocannon.Options): Promise<Load> {
  const each: number[] = [];
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ timeout: PATIENCE_S, ...options }, (error, done) =>
      error ? reject(error as Error) : resolve(done),
    );
    // Its own histogram counts whole milliseconds.
    run.on('response', (_client, _status, _bytes, ms) => void each.push(ms));
  });
  const { errors, timeouts, non2xx, duration, '2xx': good } = await result;
  if (errors + non2xx > 0)
    throw new Error(
      `${options.url}: ${errors} errors, ${timeouts} of them timeouts, ${non2xx} answers other than 2xx`,
    );
  return { each, rate: good / duration };
}

type Extent = Pick<autocannon.Options, 'amount' | 'connections' | 'duration'>;

/** Pays new orders, each once. */
export const payOrders = (url: string, { orderSecret }: Secrets, extent: Extent): Promise<Load> =>
  load({
    ...extent,
    url: `${url}/payments`,
    requests: [{ setupRequest: (request) => ({ ...request, ...payRequest(newOrderId(), orderSecret) }) }],
  });

/** Sends the webhook that ends each of these pending payments. */
export function endPayments(
  url: string,
  secrets: Secrets,
  orderIds: readonly string[],
  connections: number,
): Promise<Load> {
  const bodies = orderIds.map((orderId) => paidWebhook(orderId, secrets));
  let next = 0;
  return load({
    url: `${url}/webhook`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    connections,
    amount: bodies.length,
    // autocannon asks for a request more on each connection than it sends.
    requests: [{ setupRequest: (request) => ({ ...request, body: bodies[next++ % bodies.length] ?? '' }) }],
  });
}

/** Starts a program of this folder that serves HTTP on the port `PORT`. */
export const startScript = (name: string, env: Record<string, string> = {}): Promise<ServerProcess> =>
  startServer([process.execPath, '--import', 'tsx', `e2e/bench/${name}`], env);

/** Starts a companion and its gateway, and ends both after the run. */
export async function withCompanion<T>(
  file: string,
  run: (companion: Awaited<ReturnType<typeof startCompanion>>, gateway: ServerProcess) => Promise<T>,
  delayMs = 0,
): Promise<T> {
  const stub = await startScript('stub-gateway.ts', { STUB_DELAY_MS: String(delayMs) });
  const companion = await startCompanion(stub.url, newSecrets(), file);
  try {
    return await run(companion, stub);
  } finally {
    await Promise.all([companion.end(), stub.end()]);
  }
}
