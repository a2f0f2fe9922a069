import { Zip, ZipDeflate } from 'fflate';
import type { Context } from 'hono';
import type { WireReceiptFormat } from '../contract/gateway-api.ts';
import { requireOwnPos } from './authentication.ts';
import { birthday as date, oneOf } from './fields.ts';
import { type PrimaryTransaction, type SandboxPayment, primaryTransactions } from './ledger.ts';
import { readQuery } from './read-query.ts';
import { disposition, requireCreditReferences, requirePosId } from './receipt-download.ts';
import { loadRenderer, receiptFile } from './receipt-file.ts';
import { hasReceipt } from './receipt.ts';
import { invalid } from './refusal.ts';
import type { World } from './world.ts';

/** Interface document, Receipts for a date. */
const QUERY = { format: oneOf('html', 'pdf', 'signed_pdf'), method: oneOf('purchase', 'auth', 'credit') };
const DEFAULT_METHODS = ['purchase', 'auth'];

interface ArchiveRequest {
  /** yyyy-MM-dd, UTC */
  date: string;
  format: WireReceiptFormat;
  methods: readonly string[];
}

interface Found {
  payment: SandboxPayment;
  transaction: PrimaryTransaction;
}

/**
 * Endpoint 11: a ZIP of the receipts of one day, without split purchases. A day without any is an empty ZIP.
 * @throws Refusal 400
 */
export async function downloadArchive(world: World, context: Context): Promise<Response> {
  requireOwnPos(world, requirePosId(context));
  const asked = readRequest(world, context);
  // A refusal later would break the download off, and the companion would report an unreachable gateway.
  await loadRenderer(asked.format);
  const name = `receipts-${asked.date}.zip`;
  return new Response(zipOf(world, receiptsOf(world, asked), asked.format), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', name),
      'cache-control': 'no-store',
    },
  });
}

function readRequest(world: World, context: Context): ArchiveRequest {
  const day = context.req.param('date') ?? '';
  const violation = date(day, {});
  if (violation) throw invalid([{ field_name: 'date', violation }]);
  const { format, method } = readQuery(world, context, QUERY);
  if (format === undefined) throw invalid([{ field_name: 'format', violation: 'is required' }]);
  if (format === 'signed_pdf') {
    if (method !== 'credit') {
      throw invalid([{ field_name: 'method', violation: 'must be credit with signed_pdf' }]);
    }
    requireCreditReferences(world);
  }
  const methods = method === undefined ? DEFAULT_METHODS : [method];
  return { date: day, format: format as WireReceiptFormat, methods };
}

/** Transactions that succeeded on that day, oldest first. */
function receiptsOf(world: World, { date: day, methods }: ArchiveRequest): Found[] {
  return world.ledger
    .all()
    .flatMap((payment) => primaryTransactions(payment).map((transaction) => ({ payment, transaction })))
    .filter(
      ({ payment, transaction }) =>
        hasReceipt(transaction) &&
        methods.includes(transaction.method) &&
        dayOf(transaction.processedAt) === day &&
        !(transaction.method === 'purchase' && payment.split !== null),
    )
    .toSorted((one, other) => one.transaction.processedAt - other.transaction.processedAt);
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Makes each receipt when the reader is ready for it, so that a day is never in memory as a whole. */
function zipOf(world: World, found: readonly Found[], format: WireReceiptFormat): ReadableStream {
  const waiting = found.values();
  let zip: Zip;
  return new ReadableStream<Uint8Array>({
    start(stream) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) stream.error(error);
        else stream.enqueue(chunk);
        if (isLast) stream.close();
      });
    },
    async pull() {
      const { value, done } = waiting.next();
      if (done) return zip.end();
      const { name, bytes } = await receiptFile(world, value.payment, value.transaction, format);
      const entry = new ZipDeflate(name);
      entry.mtime = value.transaction.processedAt;
      zip.add(entry);
      entry.push(bytes, true);
    },
    cancel: () => zip.terminate(),
  });
}
