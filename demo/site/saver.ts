/** Writes changes, one write at a time. */
export interface Saver {
  /** Reports a change; it is written soon. */
  changed(): void;
  /** Resolves when all changes are written. @throws the error of the last write */
  saved(): Promise<void>;
}

const TRANSACTION_MS = 5;

/**
 * @param take returns the current state; null while it is briefly unavailable
 * @param write several changes may share one call
 */
export function createSaver<State>(take: () => State | null, write: (state: State) => Promise<void>): Saver {
  let isDirty = false;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    // Includes other changes of this turn of the event loop.
    await pause(0);
    while (isDirty) {
      isDirty = false;
      let state = take();
      while (state === null) {
        await pause(TRANSACTION_MS);
        state = take();
      }
      await write(state);
    }
  }

  function begin(): Promise<void> {
    writing ??= writeAll().finally(() => (writing = null));
    return writing;
  }

  return {
    changed() {
      isDirty = true;
      // Callers of `saved` receive the error.
      begin().catch(() => undefined);
    },
    saved: async () => (isDirty || writing ? begin() : undefined),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
