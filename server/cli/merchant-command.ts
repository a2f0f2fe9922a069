import { type Options, UsageError } from './arguments.ts';
import { baseAddress, isPublic } from './address.ts';
import { command, type Command, type CommandSpec, EXIT, type Input } from './command.ts';
import { type Answer, ApiFailure, createMerchantApi, type MerchantApi } from './merchant-api.ts';
import type { Fields } from './problem-text.ts';
import { plainJson } from './text.ts';
import type { Terminal } from './terminal.ts';

export const URL_OPTION = {
  url: { value: '<address>', help: "the companion's base address (default: PUBLIC_URL)" },
} as const;
const COMMON = { ...URL_OPTION, json: { help: 'print the result as JSON' } } as const;

const KEY_NOTE = `The API key (MERCHANT_API_KEY) is read only from the environment or a file .env: an argument would be
visible in the process list and in the shell's history.`;

/** The requested change, if any. */
export interface Change {
  /** as in "it is not known whether the refund was made" */
  whether: string;
  /** what to do if that is not known, in one or two lines */
  remedy: string;
}

/** What a command of the merchant API works with. */
export interface Session {
  terminal: Terminal;
  api: MerchantApi;
  /** whether the result is printed as JSON */
  json: boolean;
  /** Says what is requested next; a failure then tells whether it may have been done. */
  expecting: (change: Change) => void;
  /** Prints an answer as text or, with `--json`, as it was received. Returns the exit code. */
  print: <T>(answer: Answer<T>, textOf: (value: T) => string) => number;
}

export interface MerchantSpec<O extends Options> extends Omit<CommandSpec<O>, 'run'> {
  /** Returns the exit code. */
  run(input: Input<O & typeof COMMON>, session: Session): Promise<number>;
}

/** A command of the merchant API: takes address and key from the environment, and explains failures. */
export function merchantCommand<const O extends Options>(spec: MerchantSpec<O>): Command {
  const options = { ...spec.options, ...COMMON };
  const fields = fieldsOf(Object.keys(spec.options), spec.positionals);
  return command<O & typeof COMMON>({
    ...spec,
    options,
    notes: spec.notes ? `${spec.notes}\n\n${KEY_NOTE}` : KEY_NOTE,
    async run(input, terminal) {
      const { url, json: isJson }: { url?: unknown; json?: unknown } = input.values;
      const json = isJson === true;
      const api = openApi(terminal, typeof url === 'string' ? url : undefined, fields);
      let change: Change | null = null;
      const session: Session = {
        terminal,
        api,
        json,
        expecting: (expected) => void (change = expected),
        print({ value, text }, textOf) {
          terminal.print(json ? jsonText(text) : textOf(value));
          return EXIT.done;
        },
      };
      try {
        return await spec.run(input, session);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (json && error.json !== null) terminal.print(jsonText(error.json));
        return report(error, change, spec.name, terminal);
      }
    },
  });
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

/** `--return-url` for the field `returnUrl`, `<orderId>` for `orderId`. */
function fieldsOf(options: readonly string[], positionals: readonly string[] = []): Fields {
  const camelCase = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries([
    ...options.map((name) => [camelCase(name), `--${name}`]),
    ...positionals.map((name) => [name.slice(1, -1), name]),
  ]);
}

/** @throws UsageError */
function openApi(terminal: Terminal, url: string | undefined, fields: Fields): MerchantApi {
  const base = baseAddress(terminal.env, url);
  const key = terminal.env['MERCHANT_API_KEY']?.trim();
  if (!key) throw new UsageError('MERCHANT_API_KEY is missing from the environment.');
  // An invalid header value would fail inside fetch, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError('MERCHANT_API_KEY must contain only visible ASCII characters.');
  }
  if (base.startsWith('http:') && isPublic(base)) {
    terminal.say('Warning: the API key is sent unencrypted to an http address.\n');
  }
  return createMerchantApi({ base, key, fields, fetch: terminal.fetch, interrupted: terminal.interrupted() });
}

/** JSON as received, with one line end; characters that terminals act on are escaped. */
function jsonText(text: string): string {
  return `${plainJson(text.trimEnd())}\n`;
}
