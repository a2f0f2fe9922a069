import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type CompanionOptions,
  createCompanion,
  LONGEST_END_MS,
  type MountedCompanion,
} from './companion.ts';
import type { LogEvent } from './payments/log-events.ts';
import { BodyConsumedError } from './node/node-handler.ts';
import type { PeerSource } from './node/peer-address.ts';
import { readSettings } from './settings.ts';
import type { Store } from './payments/ports.ts';
import { openStore } from './store/open-store.ts';
import { StoreError } from './store/session.ts';
import { BODY, currentToken, MERCHANT_API_KEY } from './testing/companion.ts';
import { ENVIRONMENT, WIDGET } from './testing/settings.ts';

let logged: LogEvent[];
let companion: MountedCompanion;
const open = async (env: Record<string, string> = {}, options: CompanionOptions = {}) => {
  const settings = readSettings({ ...ENVIRONMENT, MERCHANT_API_KEY, ...env });
  companion = await createCompanion(settings, {
    log: (event) => void logged.push(event),
    widgetFiles: WIDGET,
    ...options,
  });
  return companion;
};
beforeEach(() => {
  logged = [];
});
afterEach(() => companion.stop());

const get = (path: string) => new Request(`http://shop.example${path}`);
/** Its signature is invalid, and its sender claims to be this machine. */
const webhook = () =>
  new Request('http://shop.example/pay/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '127.0.0.1' },
    body: 'data=e30%3D&signature=x',
  });

const payment = async () =>
  new Request('http://shop.example/pay/payments', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await currentToken()}`,
      'content-type': 'application/json',
      'idempotency-key': 'key-00001',
    },
    body: JSON.stringify(BODY),
  });

/** Opens a companion whose store differs. */
const openWith = (over: (store: Store) => Partial<Store>) =>
  open(
    {},
    { openStore: async (...args) => openStore(...args).then((store) => ({ ...store, ...over(store) })) },
  );

describe('a companion without a port', () => {
  it('that cannot be made closes its store', async () => {
    await open();
    let isOpen = false;
    const settings = { ...readSettings(ENVIRONMENT), trustedProxies: ['no address'] };
    const failing = createCompanion(settings, {
      widgetFiles: WIDGET,
      async openStore(...args) {
        const store = await openStore(...args);
        isOpen = true;
        const close = () => store.close().then(() => void (isOpen = false));
        return { ...store, close };
      },
    });
    await expect(failing).rejects.toThrow('address');
    expect(isOpen).toBe(false);
  });

  it('answers what is below PUBLIC_URL, and 404 elsewhere', async () => {
    const { fetch } = await open();
    const statusOf = async (path: string) => (await fetch(get(path), { peerAddress: '198.51.100.7' })).status;
    expect(await statusOf('/pay/pay-form.js')).toBe(200);
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/cart')).toBe(404);
    expect(logged).not.toContain('address.unknown');
  });

  it.each<[string, PeerSource]>([
    ['Node', { incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } }],
    ['Bun', { requestIP: () => ({ address: '127.0.0.1' }) }],
    ['Deno', { remoteAddr: { hostname: '127.0.0.1' } }],
    ['its host', { peerAddress: '127.0.0.1' }],
  ])('learns from %s who is connected', async (_, source) => {
    const { fetch } = await open({ GATEWAY_WEBHOOK_IPS: '127.0.0.1' });
    expect((await fetch(webhook(), source)).status).toBe(401);
    expect((await fetch(webhook(), { peerAddress: '198.51.100.7' })).status).toBe(403);
  });

  it('without client addresses trusts nobody, refuses direct payments, and logs it once', async () => {
    const { fetch } = await open({ TRUSTED_PROXIES: '0.0.0.0/0,::/0', GATEWAY_WEBHOOK_IPS: '127.0.0.1' });
    expect((await fetch(await payment())).status).toBe(400);
    expect((await fetch(webhook())).status).toBe(403);
    expect(logged.filter((event) => event === 'address.unknown')).toHaveLength(1);
    expect(logged).not.toContain('payment.requested');
  });

  it('stops once, even if called repeatedly, and then answers 503', async () => {
    const { fetch, stop, start } = await open();
    start();
    await Promise.all([stop(), stop()]);
    start();
    expect((await fetch(get('/livez'))).status).toBe(503);
  });

  it('ends in time where the store does not close, and says so', async () => {
    let close = async () => {};
    await openWith((store) => {
      close = () => store.close();
      return { close: () => new Promise(() => {}) };
    });
    await companion.stop();
    expect(logged).toContain('store.unclosed');
    await close();
  });

  it('does not try on to record a call once its store is closed', async () => {
    const { fetch, stop } = await openWith((store) => ({
      async append(one) {
        if (one.entries.some((entry) => entry.kind === 'call-ended' && entry.end.how === 'not-sent'))
          throw new StoreError('gone', 'SQLITE_IOERR');
        await store.append(one);
      },
    }));
    const paying = fetch(await payment(), { peerAddress: '198.51.100.7' });
    await expect.poll(() => logged).toContain('gateway.unreachable');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopping = stop();
    await vi.advanceTimersByTimeAsync(LONGEST_END_MS);
    await stopping;
    expect((await paying).status).toBe(503);
  });

  it('keeps its store while its host may still hand it requests', async () => {
    const { fetch, stop } = await open();
    let end = () => {};
    const stopping = stop(new Promise<void>((resolve) => (end = resolve)));
    expect((await fetch(get('/readyz'))).status).toBe(200);
    end();
    await stopping;
    expect((await fetch(get('/readyz'))).status).toBe(503);
  });
});

describe('a companion behind node:http or Express', () => {
  let server: Server;
  let base: string;
  const listen = async (listener: RequestListener) => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const createOrder = () =>
    fetch(`${base}/pay/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MERCHANT_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'A-1', amount: '1.00', currency: 'EUR', description: 'A mug' }),
    });

  it('accepts bodies, knows the peer’s address and does not change globals', async () => {
    const before = [globalThis.Request, globalThis.Response];
    const { handler } = await open();
    await listen(handler);
    expect(await (await createOrder()).json()).toMatchObject({
      url: expect.stringContaining('/pay/order/'),
    });
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(logged).not.toContain('address.unknown');
  });

  it('sees the whole path where Express has cut it at the place of mounting', async () => {
    const { handler } = await open();
    await listen((request, response) => {
      const cut = Object.assign(request, {
        originalUrl: request.url,
        url: request.url?.replace(/^\/pay/, ''),
      });
      handler(cut, response, () => response.end());
    });
    expect((await createOrder()).status).toBe(200);
  });

  /** Reads the body before the companion, and keeps it as some hosts do. */
  const listenAfterReading = async (keep: (body: Buffer) => unknown): Promise<void> => {
    const { handler } = await open();
    await listen((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () =>
        handler(Object.assign(request, { rawBody: keep(Buffer.concat(parts)) }), response),
      );
    });
  };

  it('takes the bytes that the host has kept as rawBody', async () => {
    await listenAfterReading((body) => body);
    expect((await createOrder()).status).toBe(200);
  });

  it.each<[string, (body: Buffer) => unknown]>([
    ['text', (body) => body.toString()],
    ['undefined', () => undefined],
  ])('takes no rawBody that is %s', async (_kind, keep) => {
    await listenAfterReading(keep);
    expect((await createOrder()).status).toBe(500);
    expect(logged).toEqual(['request.body-consumed']);
  });

  it('says at once that a body was read before it', async () => {
    const { handler } = await open();
    const errors: unknown[] = [];
    await listen((request, response) => {
      request.resume().on('end', () => {
        if (request.headers['x-next']) handler(request, response, (error) => void errors.push(error));
        else handler(request, response);
        if (errors.length > 0) response.end();
      });
    });
    const answer = await createOrder();
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringContaining('before express.json()'),
    ]);
    await fetch(`${base}/pay/hosted`, { method: 'POST', headers: { 'x-next': '1' }, body: 'order=x' });
    expect(errors).toEqual([expect.any(BodyConsumedError)]);
    expect(errors[0]).toMatchObject({ code: 'body-consumed' });
    expect(logged).toEqual(['request.body-consumed', 'request.body-consumed']);
  });
});
