import type { Page } from 'playwright';

/** An event of a Chromium trace; times in microseconds, also on the thread's own clock, which stands while others run. */
interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
  pid: number;
  tid: number;
}

type Span = readonly [from: number, to: number];

const CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'v8', 'v8.execute'];

/** Compiled and executed scripts, callbacks with all their calls, and the microtasks after them. */
const SCRIPT = [
  'v8.compile',
  'v8.compileModule',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.callFunction',
  'FunctionCall',
  'RunMicrotasks',
];

/** Work that a script may force at once, and that the browser would do anyway. */
const LAYOUT = ['Layout', 'UpdateLayoutTree', 'PrePaint'];

/**
 * Milliseconds of processor time that a page's main thread spends on scripts, without layout that they force.
 * @param run must make the page set the marks `from` and `to` (`performance.mark`)
 */
export async function scriptMs(page: Page, run: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: CATEGORIES });
  await run();
  const trace = (await browser?.stopTracing())?.toString() ?? '';
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const from = events.find(({ name }) => name === 'from');
  const to = events.find(({ name }) => name === 'to');
  if (!from || !to) throw new Error('the page has not set its marks');
  const own = events.filter(({ ph, pid, tid, ts }) => {
    const isMain = pid === from.pid && tid === from.tid;
    return isMain && ph === 'X' && ts >= from.ts && ts < to.ts;
  });
  const spans = (names: readonly string[]): Span[] =>
    own
      .filter(({ name }) => names.includes(name))
      .map(({ ts, dur = 0, tts = ts, tdur = dur }): Span => [tts, tts + tdur]);
  const layout = spans(LAYOUT);
  return (covered([...spans(SCRIPT), ...layout]) - covered(layout)) / 1000;
}

/** The time covered by the spans; overlaps count once. */
function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
