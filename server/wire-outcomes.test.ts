import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from './contract/checkout-api.ts';
import { createGatewayClient } from './gateway/client.ts';
import { PAYMENT, SETTINGS } from './gateway/test-payments.ts';
import { closeServers, listenHttp, listenTcp } from './gateway/test-servers.ts';
import { pollDue } from './payments/workers/poll.ts';
import { openCompanion, type TestCompanion } from './test-companion.ts';

/** How the companion handles odd answers on a real connection to the gateway. */

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion({ config: { posId: SETTINGS.posId } });
});
afterEach(async () => {
  await companion.world.store.close();
  await closeServers();
});

const payAt = async (baseUrl: string): Promise<PaymentView> => {
  companion.world.gateway.script = createGatewayClient({ ...SETTINGS, baseUrl });
  return (await (await companion.pay()).json()) as PaymentView;
};
const http = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('one payment', () => {
  it.each(['408 Request Timeout', '421 Misdirected Request', '425 Too Early', '502 Bad Gateway'])(
    'is one POST on the wire, and unknown, where the answer is HTTP %s',
    async (status) => {
      const { url, seen } = await listenTcp((socket) => socket.end(http(status, JSON.stringify(PAYMENT))));
      expect(await payAt(url)).toMatchObject({ status: 'unknown', canRetry: false });
      expect(seen.requests).toBe(1);
    },
  );

  it('is one POST on the wire, and unknown, where the connection is reset', async () => {
    const { url, seen } = await listenTcp((socket) => socket.resetAndDestroy());
    expect(await payAt(url)).toMatchObject({ status: 'unknown' });
    expect(seen.requests).toBe(1);
  });

  it.each([404, 410, 418, 451])(
    'is not called failed by an HTTP %i that the interface does not document',
    async (status) => {
      const url = await listenHttp((_request, response) => response.writeHead(status).end('<h1>No</h1>'));
      expect(await payAt(url)).toMatchObject({ status: 'unknown', canRetry: false });
    },
  );
});

describe('an unknown payment that a status query answers with 404', () => {
  /** A gateway that resets the create call and answers the status query with this body. */
  async function ask(body: object): Promise<string> {
    const url = await listenHttp(({ method, socket }, response) => {
      if (method === 'POST') socket.destroy();
      else response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { id, status } = await payAt(url);
    expect(status).toBe('unknown');
    companion.world.clock.pass(61);
    await pollDue(companion.world);
    const answer = await companion.ask(`/payments/${id}`, { token: await companion.token() });
    return ((await answer.json()) as PaymentView).status;
  }

  it('has failed where that says that there is no such order', async () => {
    expect(await ask({ message: 'There is no such order', args: { code: 'S-404' } })).toBe('failure');
  });

  it.each([
    { message: 'Invalid credentials', args: { code: 'S-404' } },
    { message: 'Not found: pos_id', args: { code: 'S-404' } },
    { message: 'Unknown API key', args: {} },
  ])('stays unknown where that names the credentials: %j', async (body) => {
    expect(await ask(body)).toBe('unknown');
  });
});
