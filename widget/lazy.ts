/** Parts of the tag that are files of their own: loaded when they are needed. */

/** Milliseconds within which a part has to arrive. */
const PATIENCE = 8_000;

/**
 * Waits for a part.
 * @param signal ends the waiting
 * @returns the part; null if it cannot be loaded, has not arrived in time, or nobody waits any more
 */
export async function arrived<Part>(loading: Promise<Part>, signal: AbortSignal): Promise<Part | null> {
  let timer = 0;
  const given = new Promise<null>((give) => {
    timer = window.setTimeout(give, PATIENCE, null);
    signal.addEventListener('abort', () => give(null), { once: true });
  });
  const part = await Promise.race([loading.catch(() => null), given]);
  clearTimeout(timer);
  return signal.aborted ? null : part;
}
