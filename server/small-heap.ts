import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the process small. By default V8 lets the heap grow to several times of what is alive, and the space of new objects
 * to 32 MB, before it collects: after 8,000 payments that were 197 MB resident instead of 109. The price is processor time:
 * 2.5 ms a payment instead of 2.1 with 32 at once. Nothing is capped: what is needed is still taken. V8 reads both flags at
 * each collection. Runtimes with another V8 API are left alone.
 */
export function keepHeapSmall(): void {
  if (process.versions['bun'] || process.versions['deno']) return;
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--semi-space-growth-factor=1');
}
