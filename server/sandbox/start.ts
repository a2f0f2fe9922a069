import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { listenFault } from '../contract/start-fault.ts';
import { createSandbox } from './app.ts';
import { brokenConnectionOf } from './fault-answers.ts';
import type { SandboxCredentials, SandboxOptions } from './state.ts';

export interface StartOptions extends SandboxOptions {
  /** Default: 8090; 0 picks a free port. */
  port?: number;
}

/** A sandbox that listens. */
export interface RunningSandbox {
  /** `http://127.0.0.1:<port>` */
  url: string;
  credentials: SandboxCredentials;
  /** Stops listening, and ends connections, timers and webhooks. */
  close(this: void): Promise<void>;
}

/**
 * Starts a sandbox on the loopback address.
 * @throws Error with the reason if it cannot listen on the port; its `cause` is the error of node:net
 */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const listener = getRequestListener(async (request, env) => {
    const answer = await sandbox.app.fetch(request);
    const broken = brokenConnectionOf(answer);
    if (broken === null) return answer;
    return broken === 'reset' ? resetConnection(env as HttpBindings) : cutAnswer(answer, env as HttpBindings);
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const { port = 8090 } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, { port })));
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox.baseUrl = options.baseUrl ?? url;
  return {
    url,
    credentials: sandbox.credentials,
    close() {
      sandbox.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Sends a TCP reset instead of an answer. */
function resetConnection({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy();
  return alreadySent();
}

/** Announces the full body, sends half of it and ends the connection. */
async function cutAnswer(answer: Response, { outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'content-length': body.length,
  });
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  return alreadySent();
}

/** A copy: a listener created before that module was loaded would send the constant itself as an answer. */
const alreadySent = (): Response => RESPONSE_ALREADY_SENT.clone();
