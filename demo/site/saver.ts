/** Writes what has changed, one write at a time. */
export interface Saver {
  /** There is something new; it is written soon. */
  changed(): void;
  /** Resolves when everything that has changed is written. @throws what the last write threw */
  saved(): Promise<void>;
}

const TRANSACTION_MS = 5;

/**
 * @param take what there is now; null while that cannot be told, which lasts for a moment
 * @param write several changes may share one
 */
export function createSaver<State>(take: () => State | null, write: (state: State) => Promise<void>): Saver {
  let isDirty = false;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    // What changes in this turn of the event loop comes along.
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
      // Whoever waits for it sees the failure.
      begin().catch(() => undefined);
    },
    saved: async () => (isDirty || writing ? begin() : undefined),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
