/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A body as one file; `onBytes` gets how many have come.
 * @throws what the body fails with: a file that breaks off is none
 */
export async function readWhole(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  type: string,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece?.value) return new Blob(pieces, { type });
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onBytes(bytes);
  }
}
