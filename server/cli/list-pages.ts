import type { z } from 'zod';
import type { Page } from '../contract/merchant-api.ts';
import { UsageError } from './arguments.ts';
import type { Answer, Query } from './merchant-api.ts';
import type { Session } from './merchant-command.ts';
import { plain } from './text.ts';

export const PAGE_OPTIONS = {
  cursor: { value: '<cursor>', help: 'the next page, as printed after the previous one' },
  all: { help: 'print all pages' },
} as const;

/** A list of the merchant API, and how to print it. */
export interface List<Item> {
  /** below `/api` */
  path: string;
  schema: z.ZodType<Page<Item>>;
  query: Query;
  textOf: (items: readonly Item[]) => string;
  /** printed to stderr for an empty list */
  none: string;
}

/**
 * Prints one page of a list, or all of them.
 * @returns the exit code
 * @throws UsageError
 */
export async function printList<Item>(session: Session, list: List<Item>, all = false): Promise<number> {
  const { query } = list;
  if (all && query['cursor'] !== undefined) throw new UsageError('--all cannot be combined with --cursor.');
  const answer = all ? await everyPage(session, list) : await session.api.get(list.path, list.schema, query);
  const { data, nextCursor } = answer.value;
  const code = session.print(answer, () => (data.length > 0 ? list.textOf(data) : ''));
  if (session.json) return code;
  // A page that is filtered while it is read may be empty although others follow.
  if (data.length === 0 && nextCursor === null) session.terminal.say(`${list.none}\n`);
  if (nextCursor) session.terminal.say(`More results: --cursor ${plain(nextCursor)}, or --all\n`);
  return code;
}

async function everyPage<Item>({ api }: Session, { path, schema, query }: List<Item>) {
  const data: Item[] = [];
  let cursor: string | undefined;
  do {
    const more: Query = { ...query, cursor };
    const { value }: Answer<Page<Item>> = await api.get(path, schema, more);
    data.push(...value.data);
    cursor = value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const value: Page<Item> = { data, nextCursor: null };
  return { value, text: JSON.stringify(value) };
}
