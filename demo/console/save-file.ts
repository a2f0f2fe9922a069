/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Reads a body into one file; `onBytes` receives the number of bytes so far.
 * @throws the body's error: an incomplete file is not saved
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
