import { Agent, request as httpRequest } from 'node:http';

export interface Answer {
  status: number;
  body: string;
}

interface Asked {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** Idle connections end here before Node's servers close them after 5 s, when a request in flight would fail. */
const IDLE_MS = 1000;
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Sends a request over kept connections. */
export function send(url: string, { method, headers, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Calls `run` for each item, with this concurrency. */
export async function loadEach<T>(
  items: Iterable<T>,
  atOnce: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
