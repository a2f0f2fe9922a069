/** `node:timers/promises` for a browser. */
export const setTimeout = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    globalThis.setTimeout(resolve, milliseconds);
  });

export const setImmediate = (): Promise<void> => setTimeout(0);
