import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A merchant's receiver of the companion's webhooks, which can refuse them. */
export interface Receiver {
  url: string;
  /** `whsec_` and Base64 */
  secret: string;
  /** accepted messages, oldest first */
  taken: { id: string; status: string; orderId: string }[];
  /** ids of refused messages */
  refused: string[];
  /** Answers the next messages with 503. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/** Starts a receiver on a free port. A message with an invalid signature is answered 401 and not accepted. */
export async function startReceiver(): Promise<Receiver> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const taken: Receiver['taken'] = [];
  const refused: string[] = [];
  let toRefuse = 0;

  const server = createServer((request, answer) => {
    void text(request).then((body) => answer.writeHead(take(body, request.headers)).end());
  });

  function take(body: string, headers: NodeJS.Dict<string | string[]>): number {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
    } catch {
      return 401;
    }
    const id = String(headers['webhook-id']);
    if (toRefuse > 0) {
      toRefuse -= 1;
      refused.push(id);
      return 503;
    }
    const { data } = JSON.parse(body) as { data: { status: string; orderId: string } };
    taken.push({ id, status: data.status, orderId: data.orderId });
    return 204;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    secret,
    taken,
    refused,
    refuse: (count) => {
      toRefuse = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
