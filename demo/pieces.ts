/** Reads a quantity: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(99, Math.max(0, Math.trunc(Number(text)) || 0));
