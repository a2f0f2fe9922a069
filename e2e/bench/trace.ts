/** An event of a Chromium trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** the same two on the thread's own clock, which stands while others run */
  tts?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { data?: { type?: string; documentLoaderURL?: string } };
}

/** Start and end, on the clock of the trace. */
export type Span = readonly [from: number, to: number];

/** The categories that a trace must contain to be read here. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'v8', 'v8.execute'];

/** Compiled and executed scripts, callbacks with all their calls, and the microtasks after them. */
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

/** Work that a script may force at once, and that the browser would do anyway. */
export const LAYOUT = ['Layout', 'UpdateLayoutTree', 'PrePaint'];

/** The times of the events with this name (including those of `performance.mark`), oldest first. */
export function timesOf(events: readonly TraceEvent[], name: string): number[] {
  return events
    .filter((event) => event.name === name)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
}

/** The times of pressed keys, oldest first. */
export function keydowns(events: readonly TraceEvent[]): number[] {
  return timesOf(
    events.filter(({ args }) => args?.data?.type === 'keydown'),
    'EventDispatch',
  );
}

/** The start of the navigation to this address; NaN if there was none. */
export function navigationTo(events: readonly TraceEvent[], url: string): number {
  const [at = Number.NaN] = timesOf(
    events.filter(({ args }) => args?.data?.documentLoaderURL === url),
    'navigationStart',
  );
  return at;
}

/**
 * The events of the main thread of the page that set this mark.
 * @throws Error if none did
 */
export function mainThread(events: readonly TraceEvent[], mark: string): TraceEvent[] {
  const found = events.find(({ name }) => name === mark);
  if (!found) throw new Error(`no page of the trace set the mark ${mark}`);
  return events.filter(({ pid, tid }) => pid === found.pid && tid === found.tid);
}

/**
 * Milliseconds of processor time that one thread spent on scripts that began in a span of time.
 * @param events of one thread
 * @param without names of events that do not count even within a script's time
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

/** Milliseconds of parsing by background threads of a page's process; CPU throttling does not slow them. */
export function backgroundParseMs(events: readonly TraceEvent[], [from, to]: Span, pid: number): number {
  return (
    events
      .filter((event) => event.name === 'v8.parseOnBackgroundParsing' && event.pid === pid)
      .filter(({ ts }) => ts >= from && ts < to)
      .reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000
  );
}

/** The time covered by the spans; overlaps count once. */
function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
