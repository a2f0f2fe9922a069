import { createHash, createVerify } from 'node:crypto';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, credit, paidOrder, receipt } from './testing/receipt.ts';
import type { Harness } from './testing/sandbox.ts';

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

/** How many pages the file has, and the text of all of them in single blanks. */
async function read(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const document = await library.loadDocument(bytes);
  const pages = Array.from(document.pages(), (page) => page.getText());
  document.destroy();
  return { pages: pages.length, text: pages.join(' ').replaceAll(/\s+/g, ' ') };
}

test('a PDF has the fields of the order, in Ukrainian, Greek and Turkish too', async () => {
  const sandbox = await paidOrder({
    description: 'Їжачок і ґанок, Ελληνικά, Łódź, ığüş',
    customer_fname: 'Ольга',
    products: [{ name: 'Кухоль', qty: 1, amount: 100 }],
  });
  await sandbox.control('POST', 'settings', { merchantName: 'Крамниця «Глечик»' });
  await sandbox.control('POST', 'orders/order-1/operations', { method: 'refund', amount: '30.00' });
  const { pages, text } = await read(await bytesOf(await receipt(sandbox, { format: 'pdf' })));
  expect(pages).toBe(1);
  for (const told of [
    'Крамниця «Глечик»',
    'Amount 100.00 UAH',
    'Status Partly refunded',
    'Їжачок і ґанок, Ελληνικά, Łódź, ığüş',
    'Order order-1',
    'Card 424242******4242',
    'Customer Ольга Kobylianska',
    'Product Кухоль, 1, 100.00 UAH',
    'Remains paid 70.00 UAH',
    'No money moved.',
  ]) {
    expect(text).toContain(told);
  }
});

test('what does not fit on a page continues on the next', async () => {
  const products = Array.from({ length: 60 }, (_, index) => ({ name: `Mug ${index}`, amount: 1 }));
  const sandbox = await paidOrder({ description: 'слово '.repeat(340), products });
  const { pages, text } = await read(await bytesOf(await receipt(sandbox, { format: 'pdf' })));
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThan(6);
  for (const told of ['Mug 0', 'Mug 59', 'No money moved.']) expect(text).toContain(told);
});

test.each(['靴 👢', '\r\n\t\u202E\u0000', 'W'.repeat(2000), '/ByteRange [0 /**********'])(
  'the description %j gets a receipt',
  async (description) => {
    const file = await bytesOf(await receipt(await paidOrder({ description }), { format: 'pdf' }));
    expect((await read(file)).text).toContain('order-1');
    expect(file.toString('latin1')).not.toContain('/ByteRange');
  },
);

/** What stands in a signed PDF. */
interface Signature {
  /** every byte that is signed */
  covered: Buffer;
  /** first and last byte of the file that are not */
  gap: [number, number];
  certificate: forge.pki.Certificate;
  messageDigest: string;
  holds: boolean;
}

interface Captured {
  rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string };
  certificates: forge.pki.Certificate[];
}

/** Takes the signature out of a PDF and checks it, by the formats alone: ISO 32000-1, 12.8 and RFC 2315. */
function signatureOf(pdf: Buffer): Signature {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1'));
  const [start = 0, before = 0, second = 0, after = 0] = (range ?? []).slice(1).map(Number);
  expect([start, second + after]).toEqual([0, pdf.length]);
  const covered = Buffer.concat([pdf.subarray(0, before), pdf.subarray(second, second + after)]);
  const hex = pdf.subarray(before, second).toString('latin1');
  expect(hex).toMatch(/^<[0-9a-f]+>$/);
  const der = forge.util.createBuffer(Buffer.from(hex.slice(1, -1), 'hex').toString('binary'));
  const asn1 = forge.asn1.fromDer(der, { parseAllBytes: false } as unknown as boolean);
  const { rawCapture, certificates } = forge.pkcs7.messageFromAsn1(asn1) as unknown as Captured;
  const [certificate] = certificates;
  if (!certificate) throw new Error('no certificate');
  return {
    covered,
    gap: [before, second],
    certificate,
    messageDigest: attribute(rawCapture.authenticatedAttributes, forge.pki.oids['messageDigest'] ?? ''),
    holds: verifies(rawCapture, certificate),
  };
}

function attribute(attributes: forge.asn1.Asn1[], oid: string): string {
  const found = attributes.find(({ value }) => {
    const [type] = value as forge.asn1.Asn1[];
    return forge.asn1.derToOid(forge.util.createBuffer(type?.value as string)) === oid;
  });
  const [, values] = (found?.value ?? []) as forge.asn1.Asn1[];
  const set = values?.value as forge.asn1.Asn1[];
  return Buffer.from(set[0]?.value as string, 'binary').toString('hex');
}

/** The signature is over the attributes as a SET, whatever tag they have inside the message. */
function verifies({ authenticatedAttributes, signature }: Captured['rawCapture'], by: forge.pki.Certificate) {
  const { create, Class, Type, toDer } = forge.asn1;
  const set = toDer(create(Class.UNIVERSAL, Type.SET, true, authenticatedAttributes)).getBytes();
  return createVerify('sha256')
    .update(Buffer.from(set, 'binary'))
    .verify(forge.pki.publicKeyToPem(by.publicKey), Buffer.from(signature, 'binary'));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function creditReference(sandbox: Harness, transactionId: string): Promise<Buffer> {
  const asked = { format: 'signed_pdf', creditReference: 'true', transactionId };
  const response = await receipt(sandbox, asked);
  expect(response.status).toBe(200);
  return bytesOf(response);
}

async function credited() {
  const sandbox = await paidOrder();
  const transactionId = await credit(sandbox, '25.00');
  return { sandbox, transactionId, pdf: await creditReference(sandbox, transactionId) };
}

test('the signature covers every byte but itself, and holds', async () => {
  const { pdf } = await credited();
  const { covered, messageDigest, holds, gap } = signatureOf(pdf);
  expect(holds).toBe(true);
  expect(messageDigest).toBe(sha256(covered));
  expect(covered.length + gap[1] - gap[0]).toBe(pdf.length);
});

test('a file that was changed in one byte no longer fits its signature', async () => {
  const { pdf } = await credited();
  const changed = Buffer.from(pdf);
  const place = changed.indexOf('/Reason (Credit') + '/Reason ('.length;
  changed.write('D', place, 'latin1');
  const { covered, messageDigest, holds } = signatureOf(changed);
  expect(holds).toBe(true);
  expect(messageDigest).not.toBe(sha256(covered));
});

test('the certificate is self-signed in the name of the sandbox, and the same all along', async () => {
  const first = await credited();
  const { certificate } = signatureOf(first.pdf);
  expect(certificate.subject.getField('CN')).toMatchObject({ value: 'Pay-form sandbox' });
  expect(certificate.issuer.hash).toBe(certificate.subject.hash);
  expect(certificate.verify(certificate)).toBe(true);
  const second = signatureOf(await creditReference(first.sandbox, first.transactionId)).certificate;
  expect(second.serialNumber).toBe(certificate.serialNumber);
});

test('the form names the signature, so that readers find it', async () => {
  const source = (await credited()).pdf.toString('latin1');
  expect(source).toContain('/SigFlags 3');
  expect(source).toContain('/SubFilter /adbe.pkcs7.detached');
  expect(source).toMatch(/\/FT \/Sig/);
  expect(source).toMatch(/\/AcroForm \d+ 0 R/);
  expect(source).not.toContain('NeedAppearances');
});

test('the page names the amount, the card and the signer, under a number that is new every time', async () => {
  const { sandbox, transactionId, pdf } = await credited();
  const { text } = await read(pdf);
  for (const told of [
    'Credit reference CR-2026-000001',
    'Amount 25.00 UAH',
    'Card 424242******4242',
    'Digitally signed by Pay-form sandbox',
    transactionId,
  ]) {
    expect(text).toContain(told);
  }
  expect((await read(await creditReference(sandbox, transactionId))).text).toContain('CR-2026-000002');
});

test('an order whose texts look like a signature is signed all the same', async () => {
  const trap = '/ByteRange [0 /********** /********** /**********] /Contents <00>';
  const sandbox = await paidOrder({ description: trap, order_id: trap });
  await sandbox.control('POST', 'settings', { merchantName: trap });
  const transactionId = await credit(sandbox, '1.00', encodeURIComponent(trap));
  const asked = { format: 'signed_pdf', creditReference: 'true', transactionId };
  const { covered, messageDigest, holds } = signatureOf(await bytesOf(await receipt(sandbox, asked, trap)));
  expect([holds, messageDigest]).toEqual([true, sha256(covered)]);
});
