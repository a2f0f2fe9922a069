/** What a command needs of the process around it; tests pass their own. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof globalThis.fetch;
  stdout: Output;
  stderr: Output;
  /** all of the standard input, as text */
  readStdin: () => Promise<string>;
  now: () => Date;
  /** a new Idempotency-Key */
  newKey: () => string;
  /** @param ms milliseconds */
  sleep: (ms: number) => Promise<void>;
  /** aborted once the person presses Ctrl-C; from the first call on the process no longer ends by itself */
  interrupted: () => AbortSignal;
}

export interface Output {
  /** Resolves when it is written, or nobody reads any more. Never rejects. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** whether nobody reads any more */
  readonly closed: boolean;
}
