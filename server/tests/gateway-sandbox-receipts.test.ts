import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CARD } from '../gateway/testing/payments.ts';
import type { GatewayFile, CallResult } from '../payments/gateway-port.ts';
import { readFromGateway } from '../payments/queries/gateway-read.ts';
import { TestClock } from '../payments/testing/test-deps.ts';
import { answered, useMeeting } from '../testing/gateway-sandbox.ts';

const met = useMeeting();

const SHOP = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';
const today = () => new Date().toISOString().slice(0, 10);

/** The message to the merchant if the gateway refused to send a file. */
const toldOf = (outcome: CallResult<unknown>): Promise<string> =>
  readFromGateway({ clock: new TestClock(), log: () => {} } as unknown as Deps, async () => outcome).then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
type Deps = Parameters<typeof readFromGateway>[0];

const bytesOf = async (file: GatewayFile) => new Uint8Array(await new Response(file.body).arrayBuffer());
const textOf = async (file: GatewayFile) => new TextDecoder().decode(await bytesOf(file));

describe('receipts', () => {
  it.each(['purchase', 'auth'] as const)('of a %s are HTML or a PDF', async (method) => {
    const gatewayOrderId = await met.paid(method);
    const html = answered(await met.client.receipt({ gatewayOrderId, format: 'html' }));
    expect(html.contentType).toBe('text/html; charset=utf-8');
    expect(await textOf(html)).toContain(gatewayOrderId);
    const pdf = answered(await met.client.receipt({ gatewayOrderId, format: 'pdf' }));
    expect(pdf.contentType).toBe('application/pdf');
    expect((await textOf(pdf)).trimEnd()).toMatch(/^%PDF-[^]*%%EOF$/);
  });

  it('are made of a split purchase too', async () => {
    const payment = { ...met.direct(), split: [{ subMerchantId: SHOP, amountMinor: 1010 }] };
    answered(await met.client.createSplitDirect({ ...payment, method: 'purchase' }));
    const { gatewayOrderId } = payment;
    expect(await textOf(answered(await met.client.receipt({ gatewayOrderId, format: 'html' })))).toContain(
      '<',
    );
  });

  it('are made of a credit, as a signed reference too', async () => {
    const gatewayOrderId = await met.paid();
    const { transactionId } = await met.control(`orders/${gatewayOrderId}/events`, { method: 'credit' });
    const credit = { gatewayOrderId, transactionId: String(transactionId) };
    const pdf = answered(await met.client.receipt({ ...credit, format: 'pdf' }));
    await pdf.body.cancel();
    const asked = { ...credit, format: 'signed_pdf', creditReference: true } as const;
    const reference = answered(await met.client.receipt(asked));
    expect(reference.contentType).toBe('application/pdf');
    expect(await textOf(reference)).toContain('adbe.pkcs7.detached');
  });

  it('are refused of what is not there or not successful', async () => {
    expect(await met.client.receipt({ gatewayOrderId: 'nobody', format: 'pdf' })).toMatchObject({
      kind: 'refused',
      refusal: { status: 404 },
    });
    const payment = met.direct({ card: { ...CARD, number: '4000000000009995' } });
    await met.client.createDirect(payment);
    const asked = { gatewayOrderId: payment.gatewayOrderId, format: 'pdf' } as const;
    expect(await toldOf(await met.client.receipt(asked))).toBe(
      'The payment service refused (HTTP 400): Receipts are made for successful purchase, auth and credit operations only',
    );
  });

  it('of a day are a ZIP, by method and format', async () => {
    const purchase = await met.paid();
    await met.paid('auth');
    await met.control(`orders/${purchase}/events`, { method: 'credit' });
    for (const [asked, count] of [
      [{ format: 'html' }, 2],
      [{ format: 'pdf' }, 2],
      [{ format: 'pdf', method: 'purchase' }, 1],
      [{ format: 'html', method: 'auth' }, 1],
      [{ format: 'pdf', method: 'credit' }, 1],
      [{ format: 'signed_pdf', method: 'credit' }, 1],
    ] as const) {
      const file = answered(await met.client.receiptsOfDay({ date: today(), ...asked }));
      expect(file.contentType).toBe('application/zip');
      expect([asked, Object.keys(unzipSync(await bytesOf(file)))]).toEqual([
        asked,
        Array.from({ length: count }, () => expect.any(String)),
      ]);
    }
  });

  it('of a day without any are an empty ZIP', async () => {
    const file = answered(await met.client.receiptsOfDay({ date: '2020-02-29', format: 'pdf' }));
    expect(Object.keys(unzipSync(await bytesOf(file)))).toEqual([]);
  });
});

describe('a gateway in trouble', () => {
  it.each([
    ['garbage', 'no-pdf'],
    ['empty', 'no-pdf'],
    ['disguised', 'no-pdf'],
  ])('sends %s for a receipt, which is rejected', async (kind, reason) => {
    const gatewayOrderId = await met.paid();
    await met.control('faults', { on: 'receipt', kind });
    expect(await met.client.receipt({ gatewayOrderId, format: 'pdf' })).toEqual({
      kind: 'unknown',
      reason: `HTTP 200: ${reason}`,
    });
  });

  it('cuts a receipt, or sends one without an end', async () => {
    const gatewayOrderId = await met.paid();
    for (const [kind, failure] of [
      ['cut', 'cut'],
      ['too-large', 'too-large'],
    ] as const) {
      await met.control('faults', { on: 'receipt', kind });
      const file = answered(await met.client.receipt({ gatewayOrderId, format: 'pdf' }));
      await expect(bytesOf(file)).rejects.toMatchObject({ name: 'GatewayFileError', failure });
    }
  });
});
