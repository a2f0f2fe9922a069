/**
 * The loggable facts of an error: its name, but never its message, which may quote the request. A `StoreError` is the
 * exception: its message names the setting to check, and no secret. Several errors are named together.
 */
export function errorFacts(error: unknown): { error: string; reason?: string } {
  if (error instanceof AggregateError) {
    const all = error.errors.map(errorFacts);
    const reason = all.find((one) => one.reason)?.reason;
    return { error: all.map((one) => one.error).join(', '), ...(reason !== undefined && { reason }) };
  }
  if (!(error instanceof Error)) return { error: 'unknown' };
  return { error: error.name, ...(isStoreError(error) && { reason: error.message }) };
}

/** Whether the store itself failed, by the name of its errors: their class is not ours to import. */
export const isStoreError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StoreError';
