import type { GatewayFile } from '../payments/ports/gateway.ts';
import { type BodyReader, bodyOf } from './body-reader.ts';
import { contentTypeOf, type FileKind, isOfKind } from './file-kind.ts';
import { fileStream } from './file-stream.ts';
import { type Exchange, TOO_LARGE } from './outcome.ts';
import type { Received, Send } from './send.ts';
import { type Call, converse, takeAnswer } from './transport.ts';

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
 * Asks for a file, once. The deadline covers status, headers and the first bytes, by which its kind is checked;
 * after them the stream keeps its own time. Never throws.
 * @param timeoutMs milliseconds
 */
export function exchangeFile(
  send: Send,
  call: Call,
  timeoutMs: number,
  rules: FileRules,
): Promise<FileExchange> {
  return converse(send, call, timeoutMs, (response) => takeFile(response, rules));
}

async function takeFile(response: Received, rules: FileRules): Promise<FileExchange> {
  const body = bodyOf(response);
  if (response.status !== 200) return takeAnswer(response, body);
  const contentType = response.headers.get('content-type');
  if (!(await beginsAs(rules.kind, body, contentType))) return takeSmall(response, body);
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
async function takeSmall(response: Received, body: BodyReader): Promise<FileExchange> {
  const first = (await body.read()) ?? new Uint8Array();
  if (/^\s*\{/.test(new TextDecoder().decode(first.subarray(0, 64)))) {
    body.putBack(first);
    return takeAnswer(response, body);
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
