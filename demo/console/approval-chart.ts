import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Period } from './figures.ts';
import { utcDayText } from './plain-text.ts';

const HEIGHT = 160;
const DAY_S = 86_400;

/** Successes and declines over time as stacked bars, with axes. */
export class ApprovalChart {
  readonly #element: HTMLElement;
  readonly #plot: uPlot;
  readonly #resized = new ResizeObserver(() => this.#plot.setSize(this.#size));

  constructor(element: HTMLElement, periods: readonly Period[]) {
    this.#element = element;
    this.#plot = new uPlot(this.#options(), dataOf(periods), element);
    this.#resized.observe(element);
  }

  show(periods: readonly Period[]): void {
    this.#plot.setData(dataOf(periods));
  }

  destroy(): void {
    this.#resized.disconnect();
    this.#plot.destroy();
  }

  get #size(): { width: number; height: number } {
    return { width: Math.max(100, this.#element.clientWidth), height: HEIGHT };
  }

  #options(): uPlot.Options {
    const color = (name: string) => () => this.#color(name);
    const axis: uPlot.Axis = {
      stroke: color('soft'),
      font: '12px system-ui',
      grid: { stroke: color('line'), width: 1 },
      ticks: { show: false },
    };
    const bar = (name: string): uPlot.Series => ({
      fill: color(name),
      width: 0,
      points: { show: false },
      ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.8, 48], align: 1 }) }),
    });
    return {
      ...this.#size,
      cursor: { show: false },
      legend: { show: false },
      axes: [
        { ...axis, grid: { show: false }, size: 28, splits: beginsOf, values: timesOf },
        { ...axis, size: 28, space: 28, incrs: [1, 2, 5, 10, 20, 50, 100] },
      ],
      scales: {
        x: { range: ({ data: [times] }, min, max) => [min, max + stepOf(times)] },
        y: { range: (_plot, _min, max) => [0, Math.max(1, max)] },
      },
      // The first bar is as high as both together; the second one is drawn over it.
      series: [{}, bar('bad'), bar('good')],
    };
  }

  /** A color of the style sheet as the canvas understands it. */
  #color(name: string): string {
    this.#element.style.color = `var(--${name})`;
    return getComputedStyle(this.#element).color;
  }
}

/** Times in seconds since 1970, as the library takes them; declines and successes together; successes. */
const dataOf = (periods: readonly Period[]): uPlot.AlignedData => [
  periods.map(({ from }) => from / 1000),
  periods.map(({ succeeded, declined }) => succeeded + declined),
  periods.map(({ succeeded }) => succeeded),
];

/** A single period is an hour. */
const stepOf = ([first = 0, second = first + 3600]: ArrayLike<number> & Iterable<number>): number =>
  second - first;

const MOST_LABELS = 6;

/** The beginnings of periods that are labelled. */
function beginsOf({ data: [times] }: uPlot): number[] {
  const each = Math.ceil(times.length / MOST_LABELS);
  return [...times].filter((_, index) => index % each === 0);
}

function timesOf({ data: [times] }: uPlot, splits: number[]): string[] {
  const isOneDay = (times.at(-1) ?? 0) - (times[0] ?? 0) < DAY_S;
  const texts = splits.map((seconds) => new Date(seconds * 1000).toISOString());
  return texts.map(isOneDay ? (iso) => iso.slice(11, 16) : (iso) => utcDayText(iso).slice(0, 6));
}
