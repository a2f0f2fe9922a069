import { z } from 'zod';
import { baseAddress, checkReceiver, isPublic } from './address.ts';
import { type Api, type ApiAnswer, ApiFailure, callApi, elsewhere, JSON_TYPE, parsed } from './api-call.ts';
import { UsageError } from './arguments.ts';
import { command, type Command, EXIT } from './command.ts';
import type { MerchantCommand } from './merchant-commands.ts';
import { argumentsOf, bodyOf, fieldsOf, optionsOf, queryOf, type Values } from './merchant-options.ts';
import { answerText } from './printer.ts';
import { saveFile } from './save-file.ts';
import { plain, plainJson, shellText } from './text.ts';
import type { Terminal } from './terminal.ts';

const KEY_NOTE = `The API key (MERCHANT_API_KEY) is read only from the environment or a file .env: an argument would be
visible in the process list and in the shell's history.`;

/** What a command was given. */
interface Given {
  /** the first argument, or "" */
  id: string;
  values: Values;
  /** the given Idempotency-Key, or a new one */
  key: string;
  argv: readonly string[];
}

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
      const api = openApi(row, values, terminal);
      try {
        return await perform(row, given, api, terminal);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (json && error.json !== null) terminal.print(jsonText(error.json));
        return report(error, row, given, terminal);
      }
    },
  });
}

/** @throws ApiFailure, UsageError */
async function perform(row: MerchantCommand, given: Given, api: Api, terminal: Terminal): Promise<number> {
  const { id, values, key } = given;
  const { operation, answer: schema } = row.one && id ? row.one : row;
  const query = queryOf(row, values);
  if (row.one && id && (values['all'] || Object.keys(query).length > 0)) {
    throw new UsageError('Options of the list cannot be combined with the id of one item.');
  }
  const body = await bodyOf(row, values, terminal);
  const [method = '', described = ''] = operation.split(' ');
  const path = described.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const idempotencyKey = row.moves && key;
  const accept = values['csv'] ? 'text/csv' : schema && JSON_TYPE;
  const ask: Ask = (more = {}) =>
    callApi(api, { method, path, query: { ...query, ...more }, body, idempotencyKey, accept });
  if (row.moves) {
    terminal.say(
      `Requesting: ${row.name} ${moved(row.moves, values)} of order ${id}. Idempotency-Key: ${key}\n`,
    );
  }
  if (!schema) return saveFile(terminal, values, row.fileName?.(id, query['format'] ?? ''), ask);
  if (values['csv']) {
    const other = ['json', 'all', 'cursor', 'limit'].find((name) => values[name] !== undefined);
    if (other) throw new UsageError(`--csv prints the whole list: it cannot be combined with --${other}.`);
    const { bytes, type, status } = await ask();
    if (!type?.startsWith('text/csv')) throw elsewhere(api.base, status);
    terminal.print(bytes);
    return EXIT.done;
  }
  if (values['all'] && query['cursor']) throw new UsageError('--all cannot be combined with --cursor.');
  const { text, answer } = await (values['all'] ? everyPage : onePage)(api, schema, ask);
  if (values['json']) terminal.print(jsonText(text));
  else show(answer, row, terminal);
  return endOf(answer, row, id, terminal);
}

function moved(whole: string, { amount, split }: Values): string {
  if (typeof amount === 'string') return amount;
  return Array.isArray(split) ? `${split.length} ${split.length === 1 ? 'share' : 'shares'}` : whole;
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

function show(answer: unknown, { operation, prints }: MerchantCommand, terminal: Terminal): void {
  const only = prints && z.record(z.string(), z.unknown()).parse(answer)[prints];
  terminal.print(typeof only === 'string' ? `${only}\n` : answerText(answer, operation));
  const page = pageSchema.safeParse(answer).data;
  // A page that is filtered while it is read may be empty although others follow.
  if (page?.data.length === 0 && page.nextCursor === null) terminal.say('Nothing found.\n');
  if (page?.nextCursor) terminal.say(`More results: --cursor ${plain(page.nextCursor)}, or --all\n`);
}

const statusSchema = z.object({ status: z.string() });

/** The exit code for the status of an answer. */
function endOf(
  answer: unknown,
  { aim, moves, name }: MerchantCommand,
  id: string,
  terminal: Terminal,
): number {
  const status = statusSchema.safeParse(answer).data?.status;
  if (aim === undefined || status === aim) return EXIT.done;
  if (status === 'success' || status === 'failure') return EXIT.failed;
  const look = shellText(['pay-form', 'orders', id]);
  if (moves)
    terminal.say(`See \`${look}\` for the outcome; a ${name} with a new key would be a second one.\n`);
  return EXIT.open;
}

/** If the answer to a change was lost, its outcome is unknown: this is said and has its own exit code. */
function report(
  { lines, outcome }: ApiFailure,
  { name, operation, moves }: MerchantCommand,
  { values, key, argv }: Given,
  terminal: Terminal,
): number {
  const isChange = operation.startsWith('POST ');
  terminal.say(`pay-form ${name}: ${lines.join('\n')}\n`);
  if (isChange && outcome === 'not-sent') terminal.say('Nothing was done.\n');
  if (!isChange || outcome !== 'unknown') return EXIT.failed;
  if (moves) {
    const repetition = shellText(['pay-form', name, ...(values['key'] ? [] : ['--key', key]), ...argv]);
    terminal.say(`It is not known whether the ${name} was made.\n`);
    terminal.say(`Repeat it with --key ${key}; it is then done at most once:\n  ${repetition}\n`);
  } else {
    terminal.say('It is not known whether this was done.\nRepeat the command: doing it twice is safe.\n');
  }
  return EXIT.open;
}

/** @throws UsageError */
function openApi(row: MerchantCommand, { url }: Values, terminal: Terminal): Api {
  const { env, fetch } = terminal;
  const base = baseAddress(env, typeof url === 'string' ? url : undefined);
  const key = env['MERCHANT_API_KEY']?.trim();
  if (!key) throw new UsageError('MERCHANT_API_KEY is missing from the environment.');
  // An invalid header value would fail inside fetch, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError('MERCHANT_API_KEY must contain only visible ASCII characters.');
  }
  if (url === undefined) {
    const remedy = 'To send the key there, name the address with --url.';
    checkReceiver(terminal, ['PUBLIC_URL'], ['MERCHANT_API_KEY'], remedy);
  }
  if (base.startsWith('http:') && isPublic(base)) {
    terminal.say('Warning: the API key is sent unencrypted to an http address.\n');
  }
  return { base, key, fetch, fields: fieldsOf(row), interrupted: terminal.interrupted() };
}

/** JSON as received, with one line end; characters that terminals act on are escaped. */
const jsonText = (text: string): string => `${plainJson(text.trimEnd())}\n`;
