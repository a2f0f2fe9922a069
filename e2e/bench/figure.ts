import { pathToFileURL } from 'node:url';

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
  for (const figure of figures)
    console.log(
      `${figure.name.padEnd(64)} ${rounded(figure.value).padStart(9)} ${figure.unit}${goalText(figure)}`,
    );
}

/** Measures and prints if the module was started, not imported. */
export async function printWhenStarted(moduleUrl: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (moduleUrl !== pathToFileURL(process.argv[1] ?? '').href) return;
  printFigures(await measure());
}

/** The quantile of the values for a share (0 to 1); 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

function rounded(value: number): string {
  return Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0);
}

function goalText(figure: Figure): string {
  const { goal } = figure;
  if (!goal) return '';
  const wanted = 'least' in goal ? `at least ${goal.least}` : `at most ${goal.most}`;
  return `   ${isReached(figure) ? '✓' : '✕'} ${wanted}`;
}
