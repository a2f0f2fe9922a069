import { z } from 'zod';
import { baseAddress, isPublic } from './address.ts';
import { type Api, type ApiAnswer, ApiFailure, callApi, elsewhere, parsed } from './api-call.ts';
import { UsageError } from './arguments.ts';
import { command, type Command, EXIT } from './command.ts';
import type { Change, Given, MerchantCommand, Values } from './merchant-command.ts';
import { argumentsOf, bodyOf, fieldsOf, optionsOf, queryOf } from './merchant-options.ts';
import { answerText } from './printer.ts';
import { saveFile } from './save-file.ts';
import { plain, plainJson } from './text.ts';
import type { Terminal } from './terminal.ts';

const KEY_NOTE = `The API key (MERCHANT_API_KEY) is read only from the environment or a file .env: an argument would be
visible in the process list and in the shell's history.`;

/** The command for a row of the table: takes address and key from the environment, and explains failures. */
export function merchantCommand(row: MerchantCommand): Command {
  const { name, summary, examples, notes } = row;
  return command({
    name,
    summary,
    examples,
    positionals: argumentsOf(row),
    notes: notes ? `${notes}\n\n${KEY_NOTE}` : KEY_NOTE,
    get options() {
      return optionsOf(row);
    },
    async run({ values, positionals: [id = ''], argv }, terminal) {
      const { key = terminal.newKey(), json }: Values = values;
      const given: Given = { id, values, key: String(key), argv };
      const api = openApi(row, given, terminal);
      const change = row.change?.(given) ?? null;
      try {
        return await perform(row, given, api, change, terminal);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (json && error.json !== null) terminal.print(jsonText(error.json));
        return report(error, change, name, terminal);
      }
    },
  });
}

/** @throws ApiFailure, UsageError */
async function perform(
  row: MerchantCommand,
  given: Given,
  api: Api,
  change: Change | null,
  terminal: Terminal,
): Promise<number> {
  const { id, values, key } = given;
  const { operation, answer: schema } = row.one && id ? row.one : row;
  const query = queryOf(row, values);
  if (row.one && id && (values['all'] || Object.keys(query).length > 0)) {
    throw new UsageError('Options of the list cannot be combined with the id of one item.');
  }
  const body = await bodyOf(row, values, terminal);
  const [method = '', described = ''] = operation.split(' ');
  const path = described.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const idempotencyKey = row.more?.['key'] && key;
  const ask: Ask = (more = {}) =>
    callApi(api, { method, path, query: { ...query, ...more }, body, idempotencyKey, isFile: !schema });
  if (change?.doing) terminal.say(`Requesting: ${change.doing}\n`);
  if (!schema) return saveFile(terminal, values, row.fileName?.(id, query['format'] ?? ''), ask);
  if (values['all'] && query['cursor']) throw new UsageError('--all cannot be combined with --cursor.');
  const { text, answer } = await (values['all'] ? everyPage : onePage)(api, schema, ask);
  if (values['json']) terminal.print(jsonText(text));
  else show(answer, row, terminal);
  return endOf(answer, row.aim, change, terminal);
}

type Ask = (more?: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** An answer, and its text as received. */
interface Received {
  answer: unknown;
  text: string;
}

async function onePage({ base }: Api, schema: z.ZodType, ask: Ask, cursor?: string): Promise<Received> {
  const { bytes, status } = await ask(cursor === undefined ? {} : { cursor });
  const answer = parsed(bytes);
  if (!schema.safeParse(answer).success) throw elsewhere(base, status);
  return { answer, text: String(bytes) };
}

const pageSchema = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullable() });

async function everyPage(api: Api, schema: z.ZodType, ask: Ask): Promise<Received> {
  const data: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await onePage(api, schema, ask, cursor);
    const page = pageSchema.parse(answer);
    data.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const answer = { data, nextCursor: null };
  return { answer, text: JSON.stringify(answer) };
}

function show(answer: unknown, { operation, prints, none }: MerchantCommand, terminal: Terminal): void {
  const only = prints && z.record(z.string(), z.unknown()).parse(answer)[prints];
  terminal.print(typeof only === 'string' ? `${only}\n` : answerText(answer, operation));
  const page = pageSchema.safeParse(answer).data;
  // A page that is filtered while it is read may be empty although others follow.
  if (none && page?.data.length === 0 && page.nextCursor === null) terminal.say(`${none}\n`);
  if (page?.nextCursor) terminal.say(`More results: --cursor ${plain(page.nextCursor)}, or --all\n`);
}

const statusSchema = z.object({ status: z.string() });

/** The exit code for the status of an answer. */
function endOf(
  answer: unknown,
  aim: MerchantCommand['aim'],
  change: Change | null,
  terminal: Terminal,
): number {
  const status = statusSchema.safeParse(answer).data?.status;
  if (aim === undefined || status === aim) return EXIT.done;
  if (status === 'success' || status === 'failure') return EXIT.failed;
  if (change?.ifOpen) terminal.say(`${change.ifOpen}\n`);
  return EXIT.open;
}

/** If the answer to a change was lost, its outcome is unknown: this is said and has its own exit code. */
function report(
  { lines, outcome }: ApiFailure,
  change: Change | null,
  name: string,
  terminal: Terminal,
): number {
  const said = [`pay-form ${name}: ${lines.join('\n')}`];
  const isOpen = change !== null && outcome === 'unknown';
  if (isOpen) said.push(`It is not known whether ${change.whether}.`, change.remedy);
  if (change !== null && outcome === 'not-sent') said.push('Nothing was done.');
  terminal.say(`${said.join('\n')}\n`);
  return isOpen ? EXIT.open : EXIT.failed;
}

/** @throws UsageError */
function openApi(row: MerchantCommand, { values: { url } }: Given, terminal: Terminal): Api {
  const { env, envFile, fetch } = terminal;
  const base = baseAddress(env, typeof url === 'string' ? url : undefined);
  const key = env['MERCHANT_API_KEY']?.trim();
  if (!key) throw new UsageError('MERCHANT_API_KEY is missing from the environment.');
  // An invalid header value would fail inside fetch, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError('MERCHANT_API_KEY must contain only visible ASCII characters.');
  }
  // The folder may be a stranger's, and so the address that would get the key.
  if (url === undefined && envFile.has('PUBLIC_URL') && !envFile.has('MERCHANT_API_KEY')) {
    throw new UsageError(
      'PUBLIC_URL is from .env, and MERCHANT_API_KEY is not. To send the key there, name the address with --url.',
    );
  }
  if (base.startsWith('http:') && isPublic(base)) {
    terminal.say('Warning: the API key is sent unencrypted to an http address.\n');
  }
  return { base, key, fetch, fields: fieldsOf(row), interrupted: terminal.interrupted() };
}

/** JSON as received, with one line end; characters that terminals act on are escaped. */
const jsonText = (text: string): string => `${plainJson(text.trimEnd())}\n`;
