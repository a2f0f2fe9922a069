import { INK, LEFT, PAGE, type Sheet, type TextStyle, WIDTH } from './pdf-sheet.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import type { ReceiptLine, ReceiptTable } from './receipt-tables.ts';
import type { Receipt } from './receipt.ts';

/** A part of the page whose height is known before it is drawn; in points. */
export interface Block {
  height: number;
  draw(y: number): void;
}

/** How much is shown before it is cut, so that everything fits on one page. */
export interface Density {
  descriptionLines: number;
  /** 0: facts are set in two columns whatever their length */
  factLines: number;
  tableRows: number;
  /** whether table rows have their second, small line */
  details: boolean;
  /** points between two facts */
  factGap: number;
  /** points above every heading */
  sectionGap: number;
}

const COLUMN_GAP = 20;
const COLUMN = (WIDTH - COLUMN_GAP) / 2;
const AMOUNT_COLUMN = 120;

/** The merchant, the kind of document and its number. */
export function headBlock(sheet: Sheet, { merchant, title, number }: Receipt): Block {
  const half = (WIDTH - COLUMN_GAP) / 2;
  const name: TextStyle = { size: 13, bold: true, width: half, lines: 2 };
  const right = { x: LEFT + half + COLUMN_GAP, width: half, align: 'right' } as const;
  return {
    height: 58,
    draw(y) {
      sheet.document.rect(0, 0, PAGE.width, 6).fill(INK.accent);
      sheet.write(merchant, y, name);
      sheet.write(title, y, { ...name, ...right, lines: 1 });
      sheet.write(number, y + 17, { ...right, size: 9.5, color: INK.soft });
    },
  };
}

/** The amount in large type, and the payment's state. */
export function amountBlock(sheet: Sheet, { amount, currency, state }: Receipt): Block {
  const figures: TextStyle = { size: 29, bold: true };
  const pill: TextStyle = { size: 10, bold: true, color: INK.accent };
  return {
    height: 44,
    draw(y) {
      const unit = LEFT + sheet.length(amount, figures) + 7;
      const width = sheet.length(state, pill) + 24;
      const x = LEFT + WIDTH - width;
      sheet.write(amount, y, figures);
      sheet.write(currency, y + 13.5, { size: 15, color: INK.soft, x: unit, width: 80 });
      sheet.document
        .roundedRect(x, y + 8, width, 20, 10)
        .lineWidth(0.8)
        .stroke(INK.accent);
      sheet.write(state, y + 12.3, { ...pill, x, width, align: 'center' });
    },
  };
}

/** Plain text over the full width. */
export function textBlock(sheet: Sheet, text: string, lines: number): Block {
  const style: TextStyle = { size: 10.5, lines };
  return { height: sheet.height(text, style), draw: (y) => sheet.write(text, y, style) };
}

/** The statement of a credit reference, set off from the rest. */
export function statementBlock(sheet: Sheet, text: string): Block {
  const style: TextStyle = { size: 11, x: LEFT + 12, width: WIDTH - 24, lines: 4 };
  const inner = sheet.height(text, style);
  return {
    height: inner + 34,
    draw(y) {
      sheet.document.roundedRect(LEFT, y + 14, WIDTH, inner + 20, 3).fill(INK.ground);
      sheet.write(text, y + 24, style);
    },
  };
}

/** Labels and values in two columns; a long value takes a line of its own. */
export function factsBlock(sheet: Sheet, { heading, rows }: ReceiptFacts, density: Density): Block {
  const lines = factLines(sheet, rows, density).map((facts) => factLine(sheet, facts, density));
  return stacked([headingBlock(sheet, heading, density), ...lines]);
}

type Fact = readonly [label: string, value: string];

const VALUE: TextStyle = { size: 10 };

function factLines(sheet: Sheet, rows: readonly Fact[], { factLines: most }: Density): Fact[][] {
  const lines: Fact[][] = [];
  let open: Fact[] | null = null;
  for (const fact of rows) {
    const isLong = most > 0 && sheet.length(fact[1], VALUE) > COLUMN;
    if (open && !isLong) open.push(fact);
    else lines.push([fact]);
    open = open || isLong ? null : (lines.at(-1) ?? null);
  }
  return lines;
}

function factLine(sheet: Sheet, facts: Fact[], { factLines: most, factGap }: Density): Block {
  const isLong = most > 0 && facts.length === 1 && sheet.length(facts[0]?.[1] ?? '', VALUE) > COLUMN;
  const style = isLong ? { ...VALUE, lines: most } : { ...VALUE, width: COLUMN };
  const highest = Math.max(...facts.map(([, value]) => sheet.height(value, style)));
  return {
    height: 12 + highest + factGap,
    draw(y) {
      for (const [index, [label, value]] of facts.entries()) {
        const x = LEFT + index * (COLUMN + COLUMN_GAP);
        sheet.write(label, y, { size: 8.5, color: INK.soft, x, width: COLUMN });
        sheet.write(value, y + 11.5, { ...style, x });
      }
    },
  };
}

/** Rows with amounts; rows beyond the density's limit are only counted. */
export function tableBlock(sheet: Sheet, table: ReceiptTable, currency: string, density: Density): Block {
  const { heading, lines, total } = table;
  const shown = lines.length > density.tableRows + 1 ? lines.slice(0, density.tableRows) : lines;
  const rows = shown.map((line) =>
    rowBlock(sheet, density.details ? line : { ...line, detail: '' }, currency),
  );
  const rest = lines.length - shown.length;
  if (rest > 0) rows.push(rowBlock(sheet, { name: `… and ${rest} more`, detail: '', amount: '' }, currency));
  if (total) rows.push(rowBlock(sheet, total, currency, true));
  return stacked([headingBlock(sheet, heading, density), ...rows]);
}

function rowBlock(
  sheet: Sheet,
  { name, detail, amount }: ReceiptLine,
  currency: string,
  bold = false,
): Block {
  const height = detail === '' ? 19 : 31;
  const style = { size: 10, bold };
  const text = amount ? `${amount} ${currency}` : (amount ?? '–');
  const width = WIDTH - AMOUNT_COLUMN;
  return {
    height,
    draw(y) {
      sheet.write(name, y + 2, { ...style, width });
      sheet.write(detail, y + 14.5, { size: 8.5, color: INK.soft, width });
      sheet.write(text, y + 2, { ...style, x: LEFT + width, width: AMOUNT_COLUMN, align: 'right' });
      if (!bold) rule(sheet, y + height - 2.5);
    },
  };
}

/** The signer and the time of signing; the signature itself is in the file, not on the page. */
export function sealBlock(sheet: Sheet, signer: string, at: string): Block {
  return {
    height: 92,
    draw(y) {
      sheet.document
        .roundedRect(LEFT, y + 24, WIDTH, 62, 3)
        .lineWidth(0.8)
        .stroke(INK.accent);
      const inner = { x: LEFT + 14, width: WIDTH - 28 };
      sheet.write('Digitally signed', y + 34, { ...inner, size: 11, bold: true, color: INK.accent });
      sheet.write(`${signer}, ${at}`, y + 50, { ...inner, size: 10 });
      const note = 'PKCS#7 signature with a self-signed certificate: it shows that the file was not changed.';
      sheet.write(note, y + 65, { ...inner, size: 8.5, color: INK.soft });
    },
  };
}

function headingBlock(sheet: Sheet, heading: string, { sectionGap }: Density): Block {
  return {
    height: sectionGap + 21,
    draw(y) {
      const style: TextStyle = { size: 8.5, bold: true, color: INK.soft };
      sheet.write(heading.toUpperCase(), y + sectionGap, style);
      rule(sheet, y + sectionGap + 13);
    },
  };
}

function rule(sheet: Sheet, y: number): void {
  sheet.document
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.6)
    .stroke(INK.line);
}

/** Blocks below one another. */
export function stacked(blocks: readonly Block[]): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw(y) {
      let at = y;
      for (const block of blocks) {
        block.draw(at);
        at += block.height;
      }
    },
  };
}
