/** An event of a Chromium trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** the same two on the clock of the thread, which stands while others run */
  tts?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { data?: { type?: string; documentLoaderURL?: string } };
}

/** From and to, on the clock of the trace. */
export type Span = readonly [from: number, to: number];

/** What a trace must hold to be read here. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'v8', 'v8.execute'];

/** Scripts compiled and run, callbacks with all they call, and the microtasks after them. */
const SCRIPT = [
  'v8.compile',
  'v8.compileModule',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.callFunction',
  'FunctionCall',
  'RunMicrotasks',
  'FireAnimationFrame',
];

/** What a script may force the browser to do at once, and the browser would do anyway. */
export const LAYOUT = ['Layout', 'UpdateLayoutTree', 'PrePaint'];

/** The times of the events of this name (`performance.mark` makes such, too), oldest first. */
export function timesOf(events: readonly TraceEvent[], name: string): number[] {
  return events
    .filter((event) => event.name === name)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
}

/** When keys were pressed, oldest first. */
export function keydowns(events: readonly TraceEvent[]): number[] {
  return timesOf(
    events.filter(({ args }) => args?.data?.type === 'keydown'),
    'EventDispatch',
  );
}

/** When the navigation to this address began; NaN where there was none. */
export function navigationTo(events: readonly TraceEvent[], url: string): number {
  const [at = Number.NaN] = timesOf(
    events.filter(({ args }) => args?.data?.documentLoaderURL === url),
    'navigationStart',
  );
  return at;
}

/**
 * The events of the main thread of the page that set this mark.
 * @throws Error where none did
 */
export function mainThread(events: readonly TraceEvent[], mark: string): TraceEvent[] {
  const found = events.find(({ name }) => name === mark);
  if (!found) throw new Error(`no page of the trace set the mark ${mark}`);
  return events.filter(({ pid, tid }) => pid === found.pid && tid === found.tid);
}

/**
 * Milliseconds of processor time that one thread spent on scripts that began in a span of time.
 * @param events of one thread
 * @param without the names of events that do not count although they lie within a script's time
 */
export function scriptMs(
  events: readonly TraceEvent[],
  [from, to]: Span,
  without: readonly string[] = LAYOUT,
): number {
  const spans = (names: readonly string[]): Span[] =>
    events
      .filter(({ ph, name, ts }) => ph === 'X' && names.includes(name) && ts >= from && ts < to)
      .map(({ ts, dur = 0, tts = ts, tdur = dur }): Span => [tts, tts + tdur]);
  const others = spans(without);
  return (covered([...spans(SCRIPT), ...others]) - covered(others)) / 1000;
}

/** Milliseconds that background threads of a page's process parsed for it; CPU throttling does not slow them. */
export function backgroundParseMs(events: readonly TraceEvent[], [from, to]: Span, pid: number): number {
  return (
    events
      .filter((event) => event.name === 'v8.parseOnBackgroundParsing' && event.pid === pid)
      .filter(({ ts }) => ts >= from && ts < to)
      .reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000
  );
}

/** How much of the time the spans cover together: where they overlap it counts once. */
function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
