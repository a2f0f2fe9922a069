import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Random } from './random.ts';
import type { Message } from './views.ts';

/** The merchant's receiver, which is sometimes down and sometimes slow. */
export interface ChaosReceiver {
  url: string;
  /** messages with a valid signature that were answered 2xx, or would have been, in the order of arrival */
  messagesOf(orderId: string): readonly Message[];
  /** number of accepted messages so far, copies included */
  taken(): number;
  /** number of posts refused so far */
  refused(): number;
  /** number of posts with an invalid signature */
  forged(): number;
  /** From now on nothing is refused or slow. */
  calm(): void;
  forget(): void;
  close(): Promise<void>;
}

const REFUSED = 0.08;
const SLOW = 0.1;
const SLOWEST_MS = 600;

/** Starts it on a free port of the loopback address. */
export async function startChaosReceiver(secret: string, random: Random): Promise<ChaosReceiver> {
  const verifier = new Webhook(secret);
  const messages = new Map<string, Message[]>();
  const count = { taken: 0, refused: 0, forged: 0 };
  let isCalm = false;

  function take(body: string, headers: Record<string, string>): number {
    try {
      verifier.verify(body, headers);
    } catch {
      count.forged += 1;
      return 401;
    }
    if (!isCalm && random.chance(REFUSED)) {
      count.refused += 1;
      return random.pick([500, 503, 429, 302]);
    }
    const message = { id: headers['webhook-id'] ?? '', ...(JSON.parse(body) as Omit<Message, 'id'>) };
    const { orderId } = message.data;
    messages.set(orderId, [...(messages.get(orderId) ?? []), message]);
    count.taken += 1;
    return 204;
  }

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    // A sender killed in the middle of a post has delivered nothing.
    if (body === null) return;
    const status = take(body, request.headers as Record<string, string>);
    if (!isCalm && random.chance(SLOW)) await setTimeout(random.below(SLOWEST_MS));
    answer.writeHead(status).end();
  }

  const server = createServer((request, answer) => void serve(request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    messagesOf: (orderId) => messages.get(orderId) ?? [],
    taken: () => count.taken,
    refused: () => count.refused,
    forged: () => count.forged,
    calm: () => {
      isCalm = true;
    },
    forget: () => {
      messages.clear();
      isCalm = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
