import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { PaymentView, SessionView } from '../../../contract/checkout-api.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../../../contract/testing/fixtures.ts';
import { createGatewayClient } from '../../../gateway/client.ts';
import { type RunningSandbox, startSandbox } from '../../../sandbox/start.ts';
import { readSettings } from '../../../settings.ts';
import { startCompanion } from '../../../node/start.ts';
import { freePort } from '../../../testing/free-port.ts';

/** For tests of the docs: a companion and a strict sandbox on free ports, with a separate database. */
export interface Stage {
  sandbox: RunningSandbox;
  /** the base address */
  url: string;
  /** the environment that the companion was started with */
  env: Record<string, string>;
  session(token: string): Promise<Response>;
  /** Pays by card as the tag does. */
  pay(token: string, number?: string): Promise<PaymentView>;
  /** Posts to a path of the companion with the merchant's key. */
  post(path: string, body: object): Promise<Response>;
  /** Stops the companion and starts it again, on the same database, with these settings changed. */
  restart(change: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export const ORDER_SECRET = 'a secret of the papers, 32 bytes and more';
export const ORDER = { id: 'A-1001', amount: '24.50', currency: 'EUR', description: 'Clay mug' };

export async function startStage(given: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  const sandbox = await startSandbox({ port: 0, settings: { strict: true } });
  const { posId, apiKey, apiSecret, endpointsKey } = sandbox.credentials;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/pay`;
  const env: Record<string, string> = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    GATEWAY_URL: sandbox.url,
    GATEWAY_POS_ID: posId,
    GATEWAY_API_KEY: apiKey,
    GATEWAY_API_SECRET: apiSecret,
    GATEWAY_ENDPOINTS_KEY: endpointsKey,
    ORDER_SECRET,
    MERCHANT_API_KEY: 'the-merchants-key-of-the-papers',
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
    ...given,
  };
  const begin = () => startCompanion(readSettings(env), { log: () => {}, widgetFiles: [] });
  let companion = await begin();
  return {
    sandbox,
    url,
    env,
    session: (token) => fetch(`${url}/session`, { headers: headersOf(token) }),
    async pay(token, number = CARD.number) {
      const body = { card: { ...CARD, number }, customer: CUSTOMER, fingerprint: FINGERPRINT };
      return json(await post(`${url}/payments`, token, body));
    },
    post: (path, body) => post(`${url}${path}`, env['MERCHANT_API_KEY'] ?? '', body),
    async restart(change) {
      await companion.close();
      Object.assign(env, change);
      companion = await begin();
    },
    async close() {
      await companion.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A restarted companion does not know the connections of the previous one. */
export const CLOSED = { connection: 'close' };

const headersOf = (token: string) => ({ ...CLOSED, authorization: `Bearer ${token}` });

/** Sends JSON, with an idempotency key. */
export const post = (
  url: string,
  token: string,
  body: object,
  key: string = crypto.randomUUID(),
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      ...headersOf(token),
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });

/** @throws Error if it is a problem */
export async function json<Body>(answer: Response): Promise<Body> {
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(body));
  return body as Body;
}

/** The session that the tag gets. */
export const sessionOf = async (stage: Stage, token: string): Promise<SessionView> =>
  json(await stage.session(token));

/** The gateway's token of a card that has paid an order of its own. */
export async function newCardToken(stage: Stage): Promise<string> {
  const { orderId } = await stage.pay(await sign({ ...ORDER, id: 'with-a-new-card' }));
  const gateway = createGatewayClient({ baseUrl: stage.sandbox.url, ...stage.sandbox.credentials });
  const read = await gateway.readOrder(orderId);
  return (read.kind === 'answered' ? read.value[0]?.cardToken?.token : undefined) ?? '';
}

/** An order token. */
export const sign = (order: object = ORDER, secret = ORDER_SECRET): Promise<string> =>
  new SignJWT({ order })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret));
