import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { PaymentView, SessionView } from '../contract/checkout-api.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/test-fixtures.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/start.ts';
import { readSettings } from '../settings.ts';
import { type Companion, startCompanion } from '../start.ts';

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
  /** Sends a request to the merchant API. */
  merchant(path: string, body?: object, key?: string): Promise<Response>;
  /** Stops the companion and starts it again, on the same database, with these settings changed. */
  restart(change: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export const ORDER_SECRET = 'a secret of the papers, 32 bytes and more';
export const MERCHANT_API_KEY = 'the-merchants-key-of-the-papers';
export const ORDER = { id: 'A-1001', amount: '24.50', currency: 'EUR', description: 'Clay mug' };
export const CHALLENGE_CARD = '5454545454545454';

export async function startStage(given: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  const sandbox = await startSandbox({ port: 0, settings: { strict: true } });
  const port = await freePort();
  const env: Record<string, string> = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}/pay`,
    ...gatewayOf(sandbox),
    ORDER_SECRET,
    MERCHANT_API_KEY,
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
    ...given,
  };
  const begin = (): Promise<Companion> =>
    startCompanion(readSettings(env), { log: () => {}, widgetFiles: [] });
  let companion = await begin();
  const url = env['PUBLIC_URL'] ?? '';
  const ask = (path: string, token: string, init: Asked = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { ...CLOSED, authorization: `Bearer ${token}`, ...init.headers } });
  return {
    sandbox,
    url,
    env,
    session: (token) => ask('/session', token),
    async pay(token, number = CARD.number) {
      const body = { card: { ...CARD, number }, customer: CUSTOMER, fingerprint: FINGERPRINT };
      return json(await ask('/payments', token, posted(body)));
    },
    merchant: (path, body, key = env['MERCHANT_API_KEY']) =>
      ask(`/api${path}`, key ?? '', body && posted(body)),
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

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const posted = (body: object): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify(body),
});

/** The credentials of a sandbox as the companion's settings. */
export const gatewayOf = ({ url, credentials }: RunningSandbox): Record<string, string> => ({
  GATEWAY_URL: url,
  GATEWAY_POS_ID: credentials.posId,
  GATEWAY_API_KEY: credentials.apiKey,
  GATEWAY_API_SECRET: credentials.apiSecret,
  GATEWAY_ENDPOINTS_KEY: credentials.endpointsKey,
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

/** An order token. */
export const sign = (order: object = ORDER, secret = ORDER_SECRET): Promise<string> =>
  new SignJWT({ order })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret));

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
