import { expect, type Page } from '@playwright/test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { unzipSync } from 'fflate';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

test('the receipt of a purchase is a page that a browser shows', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  const { status, type, bytes } = await merchant.file(`/orders/${id}/receipt?format=html`);
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);

  await page.goto('about:blank');
  await page.setContent(new TextDecoder().decode(bytes));
  await expect(page.locator('body')).toContainText(id);
  await expect(page.locator('body')).toContainText('100.00');
  await expect(page.locator('body')).not.toContainText('4242424242424242');
});

test('the receipt as a PDF is one page with the fields of the order on it', async ({
  page,
  stack,
}, testInfo) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder({ description: 'Лампа настільна' });
  const { type, bytes } = await merchant.file(`/orders/${id}/receipt?format=pdf`);
  expect(type).toBe('application/pdf');

  const pdf = await open(bytes);
  expect(pdf.pages).toBe(1);
  expect(pdf.text).toContain(id);
  expect(pdf.text).toContain('100.00');
  const picture = await pictureOf(page, pdf);
  await testInfo.attach('receipt', { body: picture.png, contentType: 'image/png' });
  expect(picture.inked).toBeGreaterThan(0.005);
});

test('there is no receipt of what was not paid', async ({ stack }) => {
  const merchant = new Merchant(stack);
  const { id } = await merchant.newOrder();
  expect(await merchant.get(`/orders/${id}/receipt?format=pdf`)).toMatchObject({
    status: 409,
    body: { code: 'operation-not-allowed' },
  });
});

test("the day's receipts come as a ZIP, without those of split purchases", async ({ stack }) => {
  const merchant = new Merchant(stack);
  const [subMerchantId = ''] = await stack.sandbox.subMerchants();
  const plain = await merchant.chargedOrder();
  const split = await merchant.chargedOrder({ split: [{ subMerchantId, amount: '100.00' }] });
  const today = new Date().toISOString().slice(0, 10);
  const { type, bytes } = await merchant.file(`/receipts/${today}?format=pdf`);
  expect(type).toBe('application/zip');

  const files = unzipSync(bytes);
  const names = Object.keys(files);
  expect(names.filter((name) => name.includes(plain))).toHaveLength(1);
  expect(names.filter((name) => name.includes(split))).toHaveLength(0);
  for (const file of Object.values(files)) expect((await open(file)).pages).toBe(1);
});

interface Pdf {
  pages: number;
  text: string;
  width: number;
  height: number;
  /** RGBA */
  pixels: Uint8Array;
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    const page = document.getPage(0);
    const text = page.getText();
    const { width, height, data } = await page.render({ scale: 1.5, render: 'bitmap' });
    const pdf = { pages: document.getPageCount(), text, width, height, pixels: data };
    document.destroy();
    return pdf;
  } finally {
    library.destroy();
  }
}

/** The page as a picture, and which part of it is not white. */
async function pictureOf(page: Page, pdf: Pdf): Promise<{ png: Buffer; inked: number }> {
  await page.setContent('<canvas></canvas>');
  await page.locator('canvas').evaluate(
    (canvas: HTMLCanvasElement, { width, height, base64 }) => {
      Object.assign(canvas, { width, height });
      const bytes = Uint8ClampedArray.from(atob(base64), (byte) => byte.charCodeAt(0));
      canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
    },
    { width: pdf.width, height: pdf.height, base64: Buffer.from(pdf.pixels).toString('base64') },
  );
  const inked = pdf.pixels.filter((value, index) => index % 4 === 1 && value < 200).length;
  return { png: await page.locator('canvas').screenshot(), inked: inked / (pdf.width * pdf.height) };
}
