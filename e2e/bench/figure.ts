import { pathToFileURL } from 'node:url';

/** One measured figure. */
export interface Figure {
  name: string;
  unit: string;
  value: number;
  goal?: { least: number } | { most: number };
}

/** Whether the figure keeps to its goal; true where it has none. */
export function isReached({ value, goal }: Figure): boolean {
  if (!goal) return true;
  return 'least' in goal ? value >= goal.least : value <= goal.most;
}

/** The figures as a table, one a line. */
export function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures)
    console.log(
      `${figure.name.padEnd(64)} ${rounded(figure.value).padStart(9)} ${figure.unit}${goalText(figure)}`,
    );
}

/** Measures and prints where the module is the one that was started, not one that was imported. */
export async function printWhenStarted(moduleUrl: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (moduleUrl !== pathToFileURL(process.argv[1] ?? '').href) return;
  printFigures(await measure());
}

/** The value below which the share (0 to 1) of the values lies; 0 of none. */
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
