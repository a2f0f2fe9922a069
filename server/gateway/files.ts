import type { GatewayFile } from '../payments/ports/gateway.ts';
import {
  type BodyReader,
  bodyOf,
  type Call,
  converse,
  errorCode,
  type Exchange,
  readAnswer,
  TOO_LARGE,
} from './exchange.ts';
import type { Received, Send } from './send.ts';

/** Receipts and archives (interface document, endpoints 10 and 11): checked by their first bytes, then handed on piece by piece. */

export interface FileRules {
  kind: FileKind;
  /** bytes */
  maxBytes: number;
  /** how long it may stay silent between two pieces, milliseconds */
  idleMs: number;
}

/** A file whose first bytes have come and hold, or an answer that is none. */
export type FileExchange = Exchange | { kind: 'file'; file: GatewayFile };

/**
 * Fetches a file, once. The deadline covers status, headers and the first bytes, by which its kind is checked;
 * after them the stream keeps its own time. Never throws.
 * @param timeoutMs milliseconds
 */
export function exchangeFile(
  send: Send,
  call: Call,
  timeoutMs: number,
  rules: FileRules,
): Promise<FileExchange> {
  return converse(send, call, timeoutMs, (response) => readFile(response, rules));
}

async function readFile(response: Received, rules: FileRules): Promise<FileExchange> {
  const body = bodyOf(response);
  if (response.status !== 200) return readAnswer(response, body);
  const contentType = response.headers.get('content-type');
  if (!(await beginsAs(rules.kind, body, contentType))) return readNoFile(response, body);
  if (Number(response.headers.get('content-length')) > rules.maxBytes) {
    await body.cancel();
    return { kind: 'unknown', reason: TOO_LARGE };
  }
  const stream = fileStream(body, rules);
  return { kind: 'file', file: { contentType: contentTypeOf(rules.kind, contentType), body: stream } };
}

/** Reads no further than it must, and puts back what it read. */
async function beginsAs(kind: FileKind, body: BodyReader, contentType: string | null): Promise<boolean> {
  let prefix = new Uint8Array();
  for (;;) {
    const piece = await body.read();
    if (piece) prefix = joined(prefix, piece);
    const holds = isOfKind(kind, prefix, piece === null, contentType);
    if (holds === null) continue;
    body.putBack(prefix);
    return holds;
  }
}

/** What is no file may be an error in the gateway's own words. Anything else is not worth reading. */
async function readNoFile(response: Received, body: BodyReader): Promise<FileExchange> {
  const first = (await body.read()) ?? new Uint8Array();
  if (/^\s*\{/.test(new TextDecoder().decode(first.subarray(0, 64)))) {
    body.putBack(first);
    return readAnswer(response, body);
  }
  await body.cancel();
  const { status } = response;
  return { kind: 'answer', answer: { status, location: null, text: '', retryAfterMs: null } };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export type FileKind = 'html' | 'pdf' | 'zip';

const PDF = '%PDF-';
const ZIP = 'PK\u0003\u0004';
/** The end record of an archive that holds nothing. */
const EMPTY_ZIP = 'PK\u0005\u0006';

/** How many bytes are looked at for the kind, at most: HTML may begin with blanks. */
const ENOUGH = 1024;

/**
 * Whether a body is of a kind. The content type counts only for HTML, whose receipts need not begin with a tag; the
 * document shows none for the others.
 * @param prefix what has come of the body so far
 * @param ended whether that is all
 * @returns null where more bytes must come first
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
  if ('\u00ef\u00bb\u00bf'.startsWith(start)) return last ? false : null;
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

/** Why a file ended before its end: `cut` on the way, `too-large`, or `silent` for too long. */
export type FileFailure = 'cut' | 'too-large' | 'silent';

/** The error of a {@link GatewayFile}'s stream. What was read until then is not the whole file. */
export class GatewayFileError extends Error {
  override readonly name = 'GatewayFileError';
  readonly failure: FileFailure;

  /** @param detail the code of the error below, as "ECONNRESET" */
  constructor(failure: FileFailure, detail?: string) {
    super(`The gateway's file is ${failure}${detail === undefined ? '' : ` (${detail})`}`);
    this.failure = failure;
  }
}

/**
 * A body as a stream that reads on only when its consumer does, and so holds no more than a piece. It fails with a
 * {@link GatewayFileError}; a consumer that cancels gives the connection up.
 * @param rules bytes and milliseconds
 */
function fileStream(
  body: BodyReader,
  { maxBytes, idleMs }: { maxBytes: number; idleMs: number },
): ReadableStream<Uint8Array> {
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextPiece(body, idleMs);
        size += piece?.byteLength ?? 0;
        if (size > maxBytes) throw await cancelled(body, new GatewayFileError('too-large'));
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel: () => body.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/** The next piece, unless it lets wait for too long. */
async function nextPiece(body: BodyReader, idleMs: number): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFileError('silent')), idleMs);
  });
  try {
    return await Promise.race([body.read(), silence]);
  } catch (error) {
    const failure = error instanceof GatewayFileError ? error : new GatewayFileError('cut', errorCode(error));
    throw await cancelled(body, failure);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the connection up, whatever that brings. */
async function cancelled(body: BodyReader, failure: GatewayFileError): Promise<GatewayFileError> {
  await body.cancel();
  return failure;
}
