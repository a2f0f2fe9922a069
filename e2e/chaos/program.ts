import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';

/** What runs at the end of a program, the last one first. */
export type CleanUp = (() => Promise<void> | void)[];

/**
 * Runs a program, which exits 1 if it was not `clean`. It cleans up after itself, even after Ctrl-C.
 * @param main resolves to whether nothing was found
 */
export async function runProgram(main: (cleanUp: CleanUp) => Promise<boolean>): Promise<never> {
  const cleanUp: CleanUp = [];
  const clean = async () => {
    for (let one = cleanUp.pop(); one; one = cleanUp.pop()) await one();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void clean().finally(() => process.exit(128 + constants.signals[signal]));
    });
  let isClean = false;
  try {
    isClean = await main(cleanUp);
  } finally {
    await clean();
  }
  // Connections kept for another request must not delay the exit.
  process.exit(isClean ? 0 : 1);
}

/** A seed for a run that states none. */
export const someSeed = (): string => String(randomBytes(3).readUIntBE(0, 3));

/** @throws Error if the value of the option is not a whole number in this range */
export function wholeNumber(option: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${option} is a whole number from ${least} to ${most}`);
}
