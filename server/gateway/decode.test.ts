import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { SETTINGS } from './test-payments.ts';
import { allClosed, closeServers, listenHttp } from './test-servers.ts';

afterEach(closeServers);

const TEXT = `%PDF-1.7 ${randomBytes(50_000).toString('hex')}`;

/** The receipt of a gateway that sends these bytes, and then by default ends its answer. */
async function receiptOf(encoding: string, bytes: Buffer, end = true) {
  const baseUrl = await listenHttp((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).write(bytes);
    if (end) response.end();
  });
  const client = createGatewayClient({ ...SETTINGS, baseUrl });
  const outcome = await client.receipt({ gatewayOrderId: 'order-0007', format: 'pdf' });
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.value.body;
}

describe.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a file that a proxy has encoded by %s', (encoding, encode) => {
  it('comes whole', async () => {
    expect(await new Response(await receiptOf(encoding, encode(TEXT))).text()).toBe(TEXT);
  });

  it.each([1, 1_000])('fails where its last bytes are missing: %i', async (missing) => {
    const body = await receiptOf(encoding, encode(TEXT).subarray(0, -missing));
    await expect(new Response(body).text()).rejects.toMatchObject({ failure: 'cut' });
  });

  it('closes its connection if it is not read to the end', async () => {
    const body = await receiptOf(encoding, encode(TEXT).subarray(0, -1_000), false);
    await body.cancel();
    await allClosed();
  });
});
