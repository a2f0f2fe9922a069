/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
