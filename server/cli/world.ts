/** What a command needs from its process; tests pass their own. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof globalThis.fetch;
  stdout: Output;
  stderr: Output;
  /** the full standard input as text */
  readStdin: () => Promise<string>;
  now: () => Date;
  /** a new Idempotency-Key */
  newKey: () => string;
  /** @param ms milliseconds */
  sleep: (ms: number) => Promise<void>;
  /** aborted when the user presses Ctrl-C; after the first call the process no longer ends by itself */
  interrupted: () => AbortSignal;
}

export interface Output {
  /** Resolves when it is written, or the reader has gone. Never rejects. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** whether the reader has gone */
  readonly closed: boolean;
}
