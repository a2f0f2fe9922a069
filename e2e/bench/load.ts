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

export interface Load {
  /** milliseconds of each call, in the order of their ends */
  each: number[];
  totalMs: number;
  /** calls a second */
  rate: number;
}

/** Idle connections end here before Node's servers close them after 5 s, when a request in flight would fail. */
const IDLE_MS = 1000;
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Sends a request over kept connections; lighter than `fetch`, whose cost would be measured too. */
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
): Promise<Load> {
  const each: number[] = [];
  const rest = items[Symbol.iterator]();
  const start = performance.now();
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      const before = performance.now();
      await run(next.value);
      each.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const totalMs = performance.now() - start;
  return { each, totalMs, rate: (each.length * 1000) / totalMs };
}
