/**
 * What the log says of an error: its name, and never its message, which may quote the request. That of the store is the
 * exception: it names the setting to look at, and no secret.
 */
export function errorFacts(error: unknown): { error: string; reason?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return { error: error.name, ...(error.name === 'StoreError' && { reason: error.message }) };
}
