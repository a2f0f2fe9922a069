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

/** Calls `run` repeatedly, with this concurrency, until the time is over. */
export function loadFor(ms: number, atOnce: number, run: () => Promise<void>): Promise<Load> {
  const until = performance.now() + ms;
  return load(atOnce, () => performance.now() < until, run);
}

/** Calls `run` for each item, with this concurrency. */
export function loadEach<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<void>,
): Promise<Load> {
  const rest = items.values();
  let next = rest.next();
  return load(
    atOnce,
    () => !next.done,
    () => {
      const item = next.value as T;
      next = rest.next();
      return run(item);
    },
  );
}

async function load(atOnce: number, goesOn: () => boolean, run: () => Promise<void>): Promise<Load> {
  const each: number[] = [];
  const start = performance.now();
  const lane = async () => {
    while (goesOn()) {
      const before = performance.now();
      await run();
      each.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { each, totalMs: performance.now() - start };
}
