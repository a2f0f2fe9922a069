import Pdf from 'pdfkit';
import { PDF_FONTS, printable } from './pdf-text.ts';

/** A4 in points, and its margins. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const;
export const LEFT = PAGE.margin;
export const WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = {
  text: '#16202c',
  soft: '#5a6675',
  line: '#dfe4ea',
  accent: '#1c5a8a',
  ground: '#eef1f4',
};

/** The style of a text on the sheet; lengths in points. */
export interface TextStyle {
  size: number;
  bold?: boolean;
  color?: string;
  /** from the left edge of the page; default: the margin */
  x?: number;
  /** default: the full width between the margins */
  width?: number;
  /** the maximum number of lines; longer text ends in … */
  lines?: number;
  align?: 'left' | 'right' | 'center';
}

/** One page to write on. There is never a second one: what does not fit is cut. */
export interface Sheet {
  document: PDFKit.PDFDocument;
  write(text: string, y: number, style: TextStyle): void;
  /** the height of a text in points */
  height(text: string, style: TextStyle): number;
  /** the length of a text in one line */
  length(text: string, style: TextStyle): number;
  /** whether the fonts lacked a character */
  lacks(): boolean;
}

interface FontkitFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

export function openSheet(info: PDFKit.DocumentInfo): Sheet {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info,
  });
  let lacks = false;
  for (const [name, path] of Object.entries(PDF_FONTS)) document.registerFont(name, path);
  const shaped = (text: string, { size, bold }: TextStyle) => {
    document.font(bold ? 'bold' : 'text').fontSize(size);
    const { font } = (document as unknown as { _font: { font: FontkitFont } })['_font'];
    return printable(text, (codePoint) => {
      const has = font.hasGlyphForCodePoint(codePoint);
      lacks ||= !has;
      return has;
    });
  };
  const highest = ({ lines = 1 }: TextStyle) => lines * document.currentLineHeight(true);
  return {
    document,
    write(text, y, style) {
      const line = shaped(text, style);
      const { x = LEFT, width = WIDTH, align = 'left' } = style;
      const height = highest(style);
      document.fillColor(style.color ?? INK.text).text(line, x, y, { width, height, align, ellipsis: true });
    },
    height(text, style) {
      const line = shaped(text, style);
      return Math.min(document.heightOfString(line, { width: style.width ?? WIDTH }), highest(style));
    },
    lacks: () => lacks,
    length: (text, style) => document.widthOfString(shaped(text, style)),
  };
}

/** Returns everything written as a file. */
export function closeSheet({ document }: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    document.end();
  });
}
