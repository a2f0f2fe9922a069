import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Receipt } from './receipt.ts';

const require = createRequire(import.meta.url);

/** A font with Latin, Cyrillic, Greek and Hebrew letters; the fonts built into PDF readers have only Latin ones. */
const FONT = require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf');

/** Points; a page is A4. */
const MARGIN = 56;
const LABEL_WIDTH = 110;
const VALUE_WIDTH = 373;

/** What the font cannot write in a line: control and format characters, line breaks. */
const NOT_WRITTEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * A receipt as a PDF: label and value rows, on as many A4 pages as they need.
 * @param beforeEnd adds content to the file that is not on a page
 */
export async function receiptPdf(
  receipt: Receipt,
  beforeEnd: (document: PDFKit.PDFDocument) => void = () => {},
): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: infoOf(receipt),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
  write(document, receipt);
  beforeEnd(document);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Contains nothing from the request: this part of the file is not compressed, and is searched when signing. */
function infoOf({ title, number, issuedAt }: Receipt): PDFKit.DocumentInfo {
  const date = new Date(issuedAt);
  return { Title: `${title} ${number}`, Creator: 'pay-form sandbox', CreationDate: date, ModDate: date };
}

function write(document: PDFKit.PDFDocument, { title, number, merchant, rows, note }: Receipt): void {
  document.font(FONT).fontSize(18).text(`${title} ${number}`);
  document.fontSize(12).text(written(merchant)).moveDown(1.5).fontSize(10);
  for (const [label, value] of rows) {
    const shown = written(value);
    const height = document.heightOfString(shown, { width: VALUE_WIDTH });
    if (document.y + height > document.page.height - MARGIN && document.y > MARGIN) document.addPage();
    const y = document.y;
    document.fillColor('#5a6675').text(label, MARGIN, y, { width: LABEL_WIDTH });
    document.fillColor('#16202c').text(shown, MARGIN + LABEL_WIDTH, y, { width: VALUE_WIDTH });
    document.moveDown(0.5);
  }
  document.fillColor('#5a6675').text(note, MARGIN, document.y + 10);
}

function written(text: string): string {
  return text.normalize('NFC').replaceAll(NOT_WRITTEN, ' ');
}
