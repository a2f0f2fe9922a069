/** One measured figure. */
export interface Figure {
  name: string;
  unit: string;
  value: number;
  goal?: { least: number } | { most: number };
}

/** Whether the figure meets its goal; true if it has none. */
export function isReached({ value, goal }: Figure): boolean {
  if (!goal) return true;
  return 'least' in goal ? value >= goal.least : value <= goal.most;
}

/** Prints the figures as a table, one per line. */
export function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const { name, unit, goal } = figure;
    const value = figure.value.toFixed(Math.abs(figure.value) < 10 ? 2 : 0);
    const aim = goal && ('least' in goal ? `at least ${goal.least}` : `at most ${goal.most}`);
    const reached = aim ? `   ${isReached(figure) ? '✓' : '✕'} ${aim}` : '';
    console.log(`${name.padEnd(64)} ${value.padStart(9)} ${unit}${reached}`);
  }
}

/** The quantile of the values for a share (0 to 1); NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of the ratios of neighbours: the machine's speed varies over time. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, index) => value / (others[index] ?? Number.NaN)));
