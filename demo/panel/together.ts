import type { Exchange } from '../shop/exchanges.ts';

/** Merges exchanges that repeat the previous one, such as polls, and keeps the newest status. */
export function together(exchanges: readonly Exchange[]): (Exchange & { times: number })[] {
  const rows: (Exchange & { times: number })[] = [];
  for (const exchange of exchanges) {
    const last = rows.at(-1);
    if (last && isSame(last, exchange)) {
      last.times += 1;
      last.status = exchange.status;
      last.text = exchange.text;
    } else rows.push({ ...exchange, times: 1 });
  }
  return rows;
}

const isSame = (one: Exchange, other: Exchange): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.method === other.method &&
  one.path === other.path &&
  one.method === 'GET';
