/** A body that is read piece by piece, as it comes. */
export interface BodyReader {
  /** The next piece, or null at the end. */
  read(): Promise<Uint8Array | null>;
  /** Puts a piece back in front, to be read once more. */
  putBack(piece: Uint8Array): void;
  /** Gives the rest up, and the connection with it. */
  cancel(): Promise<void>;
}

export function bodyOf(response: Response): BodyReader {
  const reader = response.body?.getReader();
  const ahead: Uint8Array[] = [];
  return {
    async read() {
      const piece = ahead.shift();
      if (piece) return piece;
      const next = await reader?.read();
      return next?.value ?? null;
    },
    putBack(piece) {
      ahead.unshift(piece);
    },
    async cancel() {
      ahead.length = 0;
      await reader?.cancel().catch(() => {});
    },
  };
}
