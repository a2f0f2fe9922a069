import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GatewayFile, CallResult } from '../payments/gateway-port.ts';
import { createGatewayClient } from './client.ts';
import { GatewayFileError } from './files.ts';
import type { GatewaySettings } from './settings.ts';
import { clientFor, SETTINGS } from './testing/payments.ts';
import { allClosed, closeServers, listenHttp } from './testing/servers.ts';
import { stopTimers } from './testing/timers.ts';

afterEach(closeServers);

/** A client of a gateway over a real socket. */
async function clientOf(listener: RequestListener, over: Partial<GatewaySettings> = {}) {
  const baseUrl = await listenHttp(listener);
  return createGatewayClient({ ...SETTINGS, baseUrl, ...over }, { sleep: async () => {} });
}

const RECEIPT = { gatewayOrderId: 'order-0007', format: 'pdf' } as const;
const DAY = { date: '2026-02-28', format: 'html' } as const;

function opened(outcome: CallResult<GatewayFile>): GatewayFile {
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

const textOf = (file: GatewayFile) => new Response(file.body).text();
const failureOf = (file: GatewayFile) =>
  textOf(file).then(
    () => 'came whole',
    (error: unknown) => (error instanceof GatewayFileError ? error.failure : error),
  );

describe('a file of the gateway', () => {
  /** How the client hands on what a gateway answers with HTTP 200. */
  async function foundIn(kind: 'pdf' | 'html' | 'zip', text: string, declared = 'x/y'): Promise<string> {
    const body = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const { client } = clientFor(() => new Response(body, { headers: { 'content-type': declared } }));
    const outcome = await (kind === 'zip'
      ? client.receiptsOfDay(DAY)
      : client.receipt({ ...RECEIPT, format: kind }));
    if (outcome.kind === 'unknown') return outcome.reason;
    const file = opened(outcome);
    expect(new Uint8Array(await new Response(file.body).arrayBuffer())).toEqual(body);
    return file.contentType;
  }
  const BOM = '\u00ef\u00bb\u00bf';

  it.each([
    ['pdf', '%PDF-', 'text/html', 'application/pdf'],
    ['zip', 'PK\u0003\u0004rest', 'text/html', 'application/zip'],
    ['zip', `PK\u0005\u0006${'\0'.repeat(18)}`, 'x/y', 'application/zip'],
    ['html', '<', 'x/y', 'text/html; charset=utf-8'],
    ['html', `${BOM}\r\n\t <html>`, 'text/html; charset="Windows-1251"', 'text/html; charset=windows-1251'],
    ['html', 'Receipt no. 7', 'TEXT/HTML', 'text/html; charset=utf-8'],
    ['html', 'Receipt no. 7', 'text/html;charset=KOI8-U', 'text/html; charset=koi8-u'],
  ] as const)('is a %s by its first bytes: %j, declared %s', async (kind, text, declared, contentType) => {
    expect(await foundIn(kind, text, declared)).toBe(contentType);
  });

  it.each([
    ['pdf', '%PDF', 'application/pdf'],
    ['pdf', '', 'application/pdf'],
    ['pdf', '<html>Not today</html>', 'application/pdf'],
    ['zip', 'PK\u0003', 'application/zip'],
    ['zip', 'PK\u0003\u0006', 'application/zip'],
    ['html', ' \n ', 'text/html'],
    ['html', BOM, 'text/html'],
    ['html', ' '.repeat(1025), 'text/html'],
    ['html', 'Receipt', 'text/html-like'],
    ['html', 'Receipt', 'x-text/html'],
    ['html', '%PDF-1.7', 'text/html'],
    ['html', 'PK\u0003\u0004', 'text/html'],
    ['html', '[]', 'text/html'],
  ] as const)('is no %s by its first bytes: %j, declared %s', async (kind, text, declared) => {
    expect(await foundIn(kind, text, declared)).toBe(`HTTP 200: no-${kind}`);
  });

  it('is recognised by its first bytes also where they come one by one', async () => {
    const drip = async (response: ServerResponse) => {
      for (const char of '%PDF-1') {
        response.write(char);
        await new Promise(setImmediate);
      }
      response.end();
    };
    const client = await clientOf((_, response) => void drip(response));
    expect(await textOf(opened(await client.receipt(RECEIPT)))).toBe('%PDF-1');
  });

  it('is handed on while it still comes', async () => {
    let rest: ServerResponse | undefined;
    const client = await clientOf((_, response) => {
      response.write('%PDF-1.7 first');
      rest = response;
    });
    const reader = opened(await client.receipt(RECEIPT)).body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('%PDF-1.7 first');
    rest?.end(' last');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(' last');
    expect((await reader.read()).done).toBe(true);
  });

  it('that is a refusal in the gateway’s own form is read as one even with HTTP 200', async () => {
    const refusal = { message: 'top/secret+value says no', args: { code: 'S-404' } };
    const client = await clientOf((_, response) => response.end(JSON.stringify(refusal)));
    for (const format of ['pdf', 'html'] as const) {
      expect(await client.receipt({ ...RECEIPT, format })).toMatchObject({
        kind: 'refused',
        refusal: { status: 200, code: 'S-404', message: '[removed] says no' },
      });
    }
    const missing = await clientOf((_, response) => response.writeHead(404).end(JSON.stringify(refusal)));
    expect(await missing.receipt(RECEIPT)).toMatchObject({ kind: 'refused', refusal: { status: 404 } });
    for (const [status, text] of [
      [200, '{"hello":"world"}'],
      [302, ''],
      [206, '%PDF-1.7'],
      [500, '%PDF-1.7'],
    ] as const) {
      const other = await clientOf((_, response) => response.writeHead(status).end(text));
      expect(await other.receipt(RECEIPT)).toEqual({ kind: 'unknown', reason: `HTTP ${status}: no-pdf` });
    }
  });

  it.each([
    ['headers', () => {}],
    ['the first bytes', (response: ServerResponse) => response.write('%PD')],
  ])('has a deadline for %s', async (_, begin) => {
    stopTimers();
    const slow = await clientOf((_, response) => {
      begin(response);
      setImmediate(() => vi.advanceTimersByTime(2_000));
    });
    expect(await slow.receipt(RECEIPT)).toEqual({ kind: 'unknown', reason: 'deadline' });
    await allClosed();
  });
});

/** A receipt that does not end. */
function endless(response: ServerResponse): void {
  response.write('%PDF-1.7');
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
  };
  more();
}

describe('the stream of a file', () => {
  it('fails where the body is cut in the middle', async () => {
    for (const headers of [{ 'content-length': '5000' }, {}]) {
      let cut = () => {};
      const client = await clientOf((_, response) => {
        response.writeHead(200, headers).write('%PDF-1.7 begins');
        cut = () => response.destroy();
      });
      const file = opened(await client.receipt(RECEIPT));
      cut();
      expect(await failureOf(file)).toBe('cut');
    }
  });

  it('fails where more comes than may be, and gives the connection up', async () => {
    const client = await clientOf((_, response) => endless(response), { maxReceiptBytes: 200_000 });
    const file = opened(await client.receipt(RECEIPT));
    let size = 0;
    const count = new WritableStream<Uint8Array>({ write: (piece) => void (size += piece.byteLength) });
    await expect(file.body.pipeTo(count)).rejects.toThrow(new GatewayFileError('too-large'));
    expect(size).toBeLessThanOrEqual(200_000);
    await allClosed();
  });

  it('does not begin where more is announced than may be', async () => {
    const client = await clientOf((_, response) => response.end(`PK\u0003\u0004${'x'.repeat(200)}`), {
      maxArchiveBytes: 203,
    });
    expect(await client.receiptsOfDay(DAY)).toEqual({ kind: 'unknown', reason: 'answer-too-large' });
  });

  it('fails where nothing comes for too long, but not at the deadline of the call', async () => {
    stopTimers();
    let more: (text: string) => void = () => {};
    const client = await clientOf(
      (_, response) => {
        response.write('%PDF-');
        more = (text) => void response.write(text);
      },
      { timeoutMs: 150, fileIdleMs: 400 },
    );
    const reader = opened(await client.receipt(RECEIPT)).body.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toBe('%PDF-');
    for (const piece of ['1.7', ' a']) {
      const next = read();
      await vi.advanceTimersByTimeAsync(300);
      more(piece);
      expect(await next).toBe(piece);
    }
    const silent = expect(reader.read()).rejects.toThrow(new GatewayFileError('silent'));
    await vi.advanceTimersByTimeAsync(400);
    await silent;
    await allClosed();
  });

  it('gives the connection up where the consumer cancels', async () => {
    const client = await clientOf((_, response) => endless(response));
    const reader = opened(await client.receipt(RECEIPT)).body.getReader();
    await reader.read();
    await reader.cancel('seen enough');
    await allClosed();
  });
});
