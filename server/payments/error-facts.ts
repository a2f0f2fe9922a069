/**
 * The loggable facts of an error: its name, but never its message, which may quote the request. A `StoreError` is the
 * exception: its message names the setting to check, and no secret.
 */
export function errorFacts(error: unknown): { error: string; reason?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return { error: error.name, ...(error.name === 'StoreError' && { reason: error.message }) };
}
