import type { GatewayFile } from '../payments/gateway-port.ts';
import { errorCode } from './failure.ts';
import {
  type Call,
  converse,
  type Exchange,
  piecesOf,
  readAnswer,
  type Received,
  type Send,
  TOO_LARGE,
} from './http.ts';

/** Receipts and archives (interface 10.1, 11.1): checked by their first bytes, then passed on chunk by chunk. */

export interface FileRules {
  kind: FileKind;
  /** bytes */
  maxBytes: number;
  /** how long it may be silent between two chunks, milliseconds */
  idleMs: number;
}

/** A file whose first bytes are valid, or another answer. */
export type FileExchange = Exchange | { kind: 'file'; file: GatewayFile };

type Pieces = AsyncGenerator<Uint8Array>;

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
  return converse(send, call, timeoutMs, (response, abort) => readFile(response, abort, rules));
}

async function readFile(response: Received, abort: () => void, rules: FileRules): Promise<FileExchange> {
  const pieces = piecesOf(response);
  if (response.status !== 200) return readAnswer(response, pieces);
  const contentType = response.headers.get('content-type');
  const { first, holds } = await beginningOf(rules.kind, pieces, contentType);
  // It may be the gateway's error form.
  if (!holds) return readAnswer(response, following(first, pieces));
  if (Number(response.headers.get('content-length')) > rules.maxBytes) {
    await pieces.return(undefined);
    return { kind: 'unknown', reason: TOO_LARGE };
  }
  const body = fileStream(following(first, pieces), abort, rules);
  return { kind: 'file', file: { contentType: contentTypeOf(rules.kind, contentType), body } };
}

/** Reads no more than is needed to know whether it is a file of the kind. */
async function beginningOf(kind: FileKind, pieces: Pieces, contentType: string | null) {
  let first = new Uint8Array();
  for (;;) {
    const { done = false, value } = await pieces.next();
    if (!done) first = new Uint8Array(Buffer.concat([first, value]));
    const holds = isOfKind(kind, first, done, contentType);
    if (holds !== null) return { first, holds };
  }
}

async function* following(first: Uint8Array, pieces: Pieces): Pieces {
  if (first.byteLength > 0) yield first;
  yield* pieces;
}

type FileKind = 'html' | 'pdf' | 'zip';

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
function isOfKind(
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
function contentTypeOf(kind: FileKind, contentType: string | null): string {
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
 */
function fileStream(pieces: Pieces, abort: () => void, rules: FileRules): ReadableStream<Uint8Array> {
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done = false, value } = await nextPiece(pieces, rules.idleMs).catch((error: unknown) => {
          abort();
          throw error;
        });
        if (done) return controller.close();
        size += value.byteLength;
        if (size <= rules.maxBytes) return controller.enqueue(value);
        abort();
        throw new GatewayFileError('too-large');
      },
      cancel: abort,
    },
    { highWaterMark: 0 },
  );
}

/** The next chunk; rejects if it takes too long. */
async function nextPiece(pieces: Pieces, idleMs: number): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFileError('silent')), idleMs);
  });
  try {
    return await Promise.race([pieces.next(), silence]);
  } catch (error) {
    throw error instanceof GatewayFileError ? error : new GatewayFileError('cut', errorCode(error));
  } finally {
    clearTimeout(timer);
  }
}
