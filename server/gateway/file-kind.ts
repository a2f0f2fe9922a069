/** What kind of file an answer is, by its first bytes (interface document, endpoints 10 and 11). Pure. */

export type FileKind = 'html' | 'pdf' | 'zip';

const PDF = '%PDF-';
const ZIP = 'PK\u0003\u0004';
/** The end record of an archive that holds nothing. */
const EMPTY_ZIP = 'PK\u0005\u0006';

/** How many bytes tell a kind at most: HTML may begin with blanks. */
const ENOUGH = 1024;

/**
 * Whether a body is of a kind. The content type counts for HTML alone, whose receipts need not begin with a tag; the
 * document shows none for the others.
 * @param prefix what has come of the body so far
 * @param ended whether that is all
 * @returns null where more bytes must come to tell
 */
export function isOfKind(
  kind: FileKind,
  prefix: Uint8Array,
  ended: boolean,
  contentType: string | null,
): boolean | null {
  const text = String.fromCharCode(...prefix.subarray(0, ENOUGH));
  if (kind === 'html') return isHtml(text, ended || prefix.length >= ENOUGH, contentType);
  const beginnings = kind === 'pdf' ? [PDF] : [ZIP, EMPTY_ZIP];
  if (beginnings.some((beginning) => text.startsWith(beginning))) return true;
  const open = beginnings.some((beginning) => beginning.startsWith(text));
  return open && !ended ? null : false;
}

/** After a mark of UTF-8 and blanks: a tag, or text that is declared HTML and is nothing else we know. */
function isHtml(text: string, last: boolean, contentType: string | null): boolean | null {
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (start.startsWith('<')) return true;
  if (start === '' || '\u00ef\u00bb\u00bf'.startsWith(start)) return last ? false : null;
  const declared = /^text\/html\s*(;|$)/i.test(contentType ?? '');
  return declared && ![PDF, 'PK', '{', '['].some((other) => start.startsWith(other));
}

/** The content type under which a file of the kind is handed on. */
export function contentTypeOf(kind: FileKind, contentType: string | null): string {
  if (kind === 'pdf') return 'application/pdf';
  if (kind === 'zip') return 'application/zip';
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentType ?? '')?.[1];
  return `text/html; charset=${charset?.toLowerCase() ?? 'utf-8'}`;
}
