import type { z } from 'zod';
import type { Page } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import type { Query } from './merchant-api.ts';
import { printJson, type Session } from './merchant-command.ts';
import { plain } from './plain-text.ts';
import { UsageError } from './usage-error.ts';

export const PAGE_OPTIONS = {
  cursor: { type: 'string', value: '<cursor>', help: 'the next page, as printed after the previous one' },
  all: { type: 'boolean', help: 'print all pages' },
} as const;

/** A list of the merchant API, and how to print it. */
export interface List<Item> {
  /** below `/api` */
  path: string;
  schema: z.ZodType<Page<Item>>;
  query: Query;
  /** the page size for a full list, if the list supports larger pages */
  largestPage?: string;
  textOf: (items: readonly Item[]) => string;
  /** printed to stderr for an empty list */
  none: string;
}

/**
 * Prints one page of a list, or all of them.
 * @returns the exit code
 * @throws UsageError
 */
export async function printList<Item>(
  session: Session,
  list: List<Item>,
  { all = false, json = false }: { all?: boolean | undefined; json?: boolean | undefined },
): Promise<number> {
  if (all && list.query['cursor'] !== undefined)
    throw new UsageError('--all cannot be combined with --cursor.');
  const { page, text } = all ? await everyPage(session, list) : await onePage(session, list, list.query);
  if (json) await printJson(session.world, text);
  else await printPage(session, list, page);
  return EXIT.done;
}

async function printPage<Item>(
  { world }: Session,
  { textOf, none }: List<Item>,
  { data, nextCursor }: Page<Item>,
): Promise<void> {
  if (data.length > 0) await world.stdout.write(textOf(data));
  // A page that is filtered while it is read may be empty although others follow.
  else if (nextCursor === null) await world.stderr.write(`${none}\n`);
  if (nextCursor) await world.stderr.write(`More results: --cursor ${plain(nextCursor)}, or --all\n`);
}

async function onePage<Item>({ api }: Session, { path, schema }: List<Item>, query: Query) {
  const { value: page, text } = await api.get(path, schema, query);
  return { page, text };
}

async function everyPage<Item>(session: Session, list: List<Item>) {
  const data: Item[] = [];
  const seen = new Set<string>();
  const limit = list.query['limit'] ?? list.largestPage;
  for (let cursor: string | undefined; ; ) {
    const { page } = await onePage(session, list, { ...list.query, limit, cursor });
    data.push(...page.data);
    const next = page.nextCursor;
    // A repeated cursor would loop indefinitely.
    if (next === null || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  const page: Page<Item> = { data, nextCursor: null };
  return { page, text: JSON.stringify(page) };
}
