import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium.ts';
import { TRACE_CATEGORIES, type TraceEvent } from './trace.ts';

/** The factor by which the phone's processor is slower than this machine. */
export const SLOWER = 6;

/** Lighthouse's "Slow 4G": 150 ms per request, 1.6 Mbit/s down, 750 kbit/s up; connections themselves cost nothing. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export interface Phone {
  page: Page;
  /** @throws Error if the page got an answer from another machine */
  close: () => Promise<void>;
}

/** A Chromium that reaches only this machine. */
export function launchOnLoopback(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
}

/**
 * A page in a fresh context with an empty cache, on a processor {@link SLOWER} times slower.
 * @param network `slow`: Lighthouse's Slow 4G; `fast`: as fast as loopback
 */
export async function openPhone(browser: Browser, network: 'slow' | 'fast'): Promise<Phone> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const strangers: string[] = [];
  page.on('response', (answer) => {
    const { protocol, hostname } = new URL(answer.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') strangers.push(hostname);
  });
  await session.send('Network.enable');
  if (network === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return {
    page,
    close: async () => {
      await context.close();
      if (strangers.length > 0) throw new Error(`the page reached ${strangers.join()}`);
    },
  };
}

/** Runs something in the page. Returns its trace. */
export async function traced(browser: Browser, page: Page, run: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents;
}
