import { describe, expect, test } from 'vitest';
import { backgroundParseMs, keydowns, mainThread, navigationTo, scriptMs, type TraceEvent } from './trace.ts';

/** An event of the page's main thread, times in milliseconds. */
function event(name: string, at: number, ms = 0, other: Partial<TraceEvent> = {}): TraceEvent {
  return { name, ph: ms ? 'X' : 'R', ts: at * 1000, dur: ms * 1000, pid: 1, tid: 1, ...other };
}

const ALL = [0, 1_000_000] as const;

describe('the work of scripts', () => {
  test('what runs within another script counts once', () => {
    const events = [
      event('v8.callFunction', 10, 20),
      event('FunctionCall', 12, 5),
      event('v8.compile', 40, 2),
    ];
    expect(scriptMs(events, ALL)).toBe(22);
  });

  test('layout that a script forces does not count, layout of the browser alone changes nothing', () => {
    const events = [event('FunctionCall', 0, 10), event('Layout', 4, 3), event('Layout', 20, 50)];
    expect(scriptMs(events, ALL)).toBe(7);
  });

  test('what the measure itself runs can be left out with all that it calls', () => {
    const events = [
      event('FireAnimationFrame', 0, 10),
      event('FunctionCall', 1, 8),
      event('FunctionCall', 20, 1),
    ];
    expect(scriptMs(events, ALL)).toBe(11);
    expect(scriptMs(events, ALL, ['FireAnimationFrame'])).toBe(1);
  });

  test('only what began within the time counts', () => {
    const events = [
      event('RunMicrotasks', 5, 1),
      event('RunMicrotasks', 15, 2),
      event('RunMicrotasks', 25, 4),
    ];
    expect(scriptMs(events, [10_000, 25_000])).toBe(2);
  });

  test('the clock of the thread counts, where there is one: it stands while other processes run', () => {
    const events = [
      event('FunctionCall', 0, 30, { tts: 1000, tdur: 10_000 }),
      event('Layout', 20, 5, { tts: 4000, tdur: 1000 }),
    ];
    expect(scriptMs(events, ALL)).toBe(9);
  });
});

test('what background threads parse counts for the process that it is parsed for', () => {
  const parse = (at: number, pid: number) => event('v8.parseOnBackgroundParsing', at, 3, { pid, tid: 7 });
  expect(backgroundParseMs([parse(1, 1), parse(2, 2), parse(90, 1)], [0, 50_000], 1)).toBe(3);
});

test('the main thread is that of the page that set the mark', () => {
  const own = [event('usable', 5), event('FunctionCall', 1, 1)];
  const others = [event('FunctionCall', 1, 1, { tid: 2 }), event('FunctionCall', 1, 1, { pid: 2 })];
  expect(mainThread([...others, ...own], 'usable')).toEqual(own);
  expect(() => mainThread(others, 'usable')).toThrow('usable');
});

test('a frame within the page does not begin its navigation anew', () => {
  const to = (documentLoaderURL: string) => ({ args: { data: { documentLoaderURL } } });
  const events = [
    event('navigationStart', 3, 0, to('http://127.0.0.1/page')),
    event('navigationStart', 8, 0, to('https://frame.example/')),
  ];
  expect(navigationTo(events, 'http://127.0.0.1/page')).toBe(3000);
});

test('keys are told from other events of the keyboard', () => {
  const dispatched = (type: string, at: number) =>
    event('EventDispatch', at, 1, { args: { data: { type } } });
  const events = [dispatched('keydown', 9), dispatched('keypress', 2), dispatched('keydown', 1)];
  expect(keydowns(events)).toEqual([1000, 9000]);
});
