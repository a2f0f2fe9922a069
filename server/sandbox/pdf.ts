import {
  type Block,
  type Density,
  amountBlock,
  factsBlock,
  headBlock,
  sealBlock,
  stacked,
  statementBlock,
  tableBlock,
  textBlock,
} from './pdf-blocks.ts';
import { INK, PAGE, type Sheet, closeSheet, openSheet } from './pdf-sheet.ts';
import { LACKING } from './pdf-text.ts';
import { dateText } from './receipt-facts.ts';
import type { Receipt } from './receipt.ts';

/** From loose to tight; the last one fits any request. */
const DENSITIES: readonly Density[] = [
  { descriptionLines: 6, factLines: 6, tableRows: 12, details: true, factGap: 9, sectionGap: 18 },
  { descriptionLines: 4, factLines: 3, tableRows: 6, details: true, factGap: 7, sectionGap: 18 },
  { descriptionLines: 3, factLines: 1, tableRows: 4, details: true, factGap: 5, sectionGap: 16 },
  { descriptionLines: 2, factLines: 0, tableRows: 3, details: true, factGap: 4, sectionGap: 16 },
  { descriptionLines: 1, factLines: 0, tableRows: 2, details: true, factGap: 4, sectionGap: 14 },
  { descriptionLines: 1, factLines: 0, tableRows: 1, details: false, factGap: 1, sectionGap: 12 },
];
const TOP = 52;
const BOTTOM = PAGE.height - 30;
const NOTE_HEIGHT = 12;
const LACKING_NOTE = `${LACKING} stands for a character that the fonts of this page do not have.`;

/**
 * A receipt as a PDF of one A4 page. Text that is too long ends in "…", tables in "… and 7 more".
 * @param beforeEnd adds content to the file that is not on the page
 */
export function receiptPdf(
  receipt: Receipt,
  beforeEnd: (document: PDFKit.PDFDocument) => void = () => {},
): Promise<Buffer> {
  const sheet = openSheet(infoOf(receipt));
  const body = bodyOf(sheet, receipt, BOTTOM - TOP - (receipt.notes.length + 1) * NOTE_HEIGHT);
  body.draw(TOP);
  const notes = sheet.lacks() ? [...receipt.notes, LACKING_NOTE] : receipt.notes;
  notesBlock(sheet, notes).draw(BOTTOM - notes.length * NOTE_HEIGHT);
  beforeEnd(sheet.document);
  return closeSheet(sheet);
}

/** Contains nothing from the request: this part of the file is not compressed, and is searched when signing. */
function infoOf({ title, number, issuedAt }: Receipt): PDFKit.DocumentInfo {
  const date = new Date(issuedAt);
  return { Title: `${title} ${number}`, Creator: 'pay-form sandbox', CreationDate: date, ModDate: date };
}

function bodyOf(sheet: Sheet, receipt: Receipt, space: number): Block {
  for (const density of DENSITIES) {
    const body = stacked(blocksOf(sheet, receipt, density));
    if (body.height <= space) return body;
  }
  throw new RangeError('The receipt does not fit on a page');
}

function blocksOf(sheet: Sheet, receipt: Receipt, density: Density): Block[] {
  const { description, statement, facts, tables, currency, signer, issuedAt } = receipt;
  return [
    headBlock(sheet, receipt),
    amountBlock(sheet, receipt),
    textBlock(sheet, description, density.descriptionLines),
    ...(statement === null ? [] : [statementBlock(sheet, statement)]),
    ...facts.map((one) => factsBlock(sheet, one, density)),
    ...tables.map((table) => tableBlock(sheet, table, currency, density)),
    ...(signer === null ? [] : [sealBlock(sheet, signer, dateText(issuedAt))]),
  ];
}

function notesBlock(sheet: Sheet, notes: readonly string[]): Block {
  return stacked(
    notes.map((note) => ({
      height: NOTE_HEIGHT,
      draw: (y) => sheet.write(note, y, { size: 8.5, color: INK.soft }),
    })),
  );
}
