/** The store failed: the message names the setting to check, and no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** of the database, as `SQLITE_FULL` or `57P01`; null if it gave none */
  readonly code: string | null;

  constructor(message: string, code: string | null = null, cause?: unknown) {
    super(`DATABASE_URL: ${message}`, { cause });
    this.code = code;
  }
}
