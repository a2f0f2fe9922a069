import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { Log } from '../payments/ports.ts';
import type { GatewayFile } from '../payments/gateway-port.ts';

const ENDINGS: Record<string, string> = {
  'text/html': 'html',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/csv': 'csv',
};

/**
 * Passes a file of the gateway through as a download, so that no browser runs or shows it under our origin.
 * @param name without its extension
 */
export async function sendFile(
  c: Context<AppEnv>,
  log: Log,
  file: GatewayFile,
  name: string,
): Promise<Response> {
  const ending = ENDINGS[file.contentType.split(';')[0] ?? ''] ?? 'bin';
  c.set('ownHeaders', { 'content-security-policy': "sandbox; default-src 'none'" });
  c.header('cache-control', 'no-store');
  c.header('content-type', file.contentType);
  c.header('content-disposition', `attachment; filename="${name}.${ending}"`);
  if (c.req.method !== 'HEAD') return c.body(wholeOrBroken(c, log, file.body));
  await file.body.cancel();
  return c.body(null);
}

/**
 * The same stream, but its failure closes the connection. Node's server would end an answer whose stream fails early as
 * if it were complete, with the error's message at its end.
 */
function wholeOrBroken(c: Context<AppEnv>, log: Log, body: GatewayFile['body']): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await reader.read();
          if (piece.done) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          const reason = error instanceof Error ? error.name : 'unknown';
          log('file.broken', { requestId: c.var.requestId, reason });
          await hangUp(c);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Closes the connection, if there is one, and then waits to be cancelled. */
async function hangUp({ env }: Context<AppEnv>): Promise<void> {
  // Outside a server there is no environment, despite its type.
  const { outgoing } = { ...env };
  outgoing?.socket?.destroy();
  if (outgoing) await new Promise<never>(() => {});
}
