import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size of a half of the young generation, in bytes and as the multiple of V8's first one. */
const YOUNG_BYTES = 3 * 1024 * 1024;
const YOUNG_GROWTH = 3;
const HOLD_MS = 1_000;
/** Rounds of 200 kB; a quarter of them is enough. */
const MOST_ROUNDS = 24;

/**
 * Keeps the process small. By default V8 lets the heap grow to several times the live data, and the young generation to
 * 32 MB, before it collects: after 10,000 payments 210 MB were resident instead of 110. There is no cap: needed memory is
 * still allocated. V8 reads these flags at each collection, and a young generation that has grown is seldom given back,
 * so call this before anything else is loaded. Runtimes with another V8 API are not changed.
 */
export function keepHeapSmall(): void {
  if (process.versions['bun'] || process.versions['deno']) return;
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--semi-space-growth-factor=1');
  // In so small a heap, threads cost more than they help: a webhook takes a tenth less processor time without them.
  setFlagsFromString('--no-parallel-scavenge');
  if (!holdYoungGeneration()) return;
  const holding = setInterval(() => {
    if (!holdYoungGeneration()) clearInterval(holding);
  }, HOLD_MS);
  holding.unref();
}

/**
 * Gives the young generation room for the requests in flight: in V8's first megabyte most of them survive a collection
 * and are copied, which takes a quarter of a webhook's processor time. V8 takes a size only on its command line, grows
 * the young generation only while objects survive, and shrinks it in quiet times. So objects survive here for a moment,
 * while growth is allowed.
 * @returns false if it cannot have this size, as in a container with 512 MB
 */
function holdYoungGeneration(): boolean {
  if (youngBytes() >= YOUNG_BYTES) return true;
  setFlagsFromString(`--semi-space-growth-factor=${YOUNG_GROWTH}`);
  const surviving: object[][] = [];
  while (youngBytes() < YOUNG_BYTES && surviving.length < MOST_ROUNDS)
    surviving.push(Array.from({ length: 4096 }, () => ({})));
  setFlagsFromString('--semi-space-growth-factor=1');
  return youngBytes() >= YOUNG_BYTES;
}

/** Both halves, or one of them if V8 has given the other back. */
const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Infinity;
