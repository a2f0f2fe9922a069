import type { GatewayFile } from '../payments/gateway-port.ts';
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

/**
 * Receipts and archives (interface document, endpoints 10 and 11): checked by their first bytes, then passed on chunk
 * by chunk.
 */

export interface FileRules {
  kind: FileKind;
  /** bytes */
  maxBytes: number;
  /** how long it may be silent between two chunks, milliseconds */
  idleMs: number;
}

/** A file whose first bytes are valid, or another answer. */
export type FileExchange = Exchange | { kind: 'file'; file: GatewayFile };

/**
 * Fetches a file, once. The deadline covers status, headers and the first bytes, by which its kind is checked; after
 * them the stream's own timeout applies. Never throws.
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

/** Reads no more than necessary, and puts it back. */
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

/** An answer without a file may be the gateway's error form. Anything else is not read. */
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
/** The end record of an empty archive. */
const EMPTY_ZIP = 'PK\u0005\u0006';

/** The maximum number of bytes that are checked for the kind: HTML may begin with whitespace. */
const ENOUGH = 1024;

/**
 * Whether a body is of a kind. The content type counts only for HTML, whose receipts need not begin with a tag; for the
 * others the document specifies none.
 * @param prefix the received part of the body
 * @param ended whether that is all
 * @returns null if more bytes are needed
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

/** After a byte order mark and whitespace: a tag, or text that is declared as HTML and is nothing else we know. */
function isHtml(text: string, last: boolean, contentType: string | null): boolean | null {
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (start.startsWith('<')) return true;
  if ('\u00ef\u00bb\u00bf'.startsWith(start)) return last ? false : null;
  const declared = /^text\/html\s*(;|$)/i.test(contentType ?? '');
  return declared && ![PDF, 'PK', '{', '['].some((other) => start.startsWith(other));
}

/** The content type with which a file of the kind is passed on. */
export function contentTypeOf(kind: FileKind, contentType: string | null): string {
  if (kind === 'pdf') return 'application/pdf';
  if (kind === 'zip') return 'application/zip';
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentType ?? '')?.[1];
  return `text/html; charset=${charset?.toLowerCase() ?? 'utf-8'}`;
}

/** Why a file is incomplete: `cut` off, `too-large`, or `silent` for too long. */
export type FileFailure = 'cut' | 'too-large' | 'silent';

/** The error of a {@link GatewayFile}'s stream. The data read before it is not the full file. */
export class GatewayFileError extends Error {
  override readonly name = 'GatewayFileError';
  readonly failure: FileFailure;

  /** @param detail the code of the underlying error, as "ECONNRESET" */
  constructor(failure: FileFailure, detail?: string) {
    super(`The gateway's file is ${failure}${detail === undefined ? '' : ` (${detail})`}`);
    this.failure = failure;
  }
}

/**
 * A body as a stream that reads only when its consumer does, and so buffers at most one chunk. It fails with a {@link
 * GatewayFileError}; cancelling it closes the connection.
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

/** The next chunk; rejects if it takes too long. */
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

/** Closes the connection and returns the failure. */
async function cancelled(body: BodyReader, failure: GatewayFileError): Promise<GatewayFileError> {
  await body.cancel();
  return failure;
}
