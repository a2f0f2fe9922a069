import { baseAddress } from './base-address.ts';
import { type Command, command, type CommandSpec, type Input } from './command.ts';
import { explainFailure, type Change, type Fields } from './explain-failure.ts';
import { hostKind } from './host-kind.ts';
import { ApiFailure, createMerchantApi, type MerchantApi } from './merchant-api.ts';
import type { Options } from './options.ts';
import { plainJson } from './plain-text.ts';
import { UsageError } from './usage-error.ts';
import type { World } from './world.ts';

export const URL_OPTION = {
  url: { type: 'string', value: '<address>', help: "the companion's base address (default: PUBLIC_URL)" },
} as const;
export const JSON_OPTION = { json: { type: 'boolean', help: "print the API's response as JSON" } } as const;

const KEY_NOTE = `The API key (MERCHANT_API_KEY) is read only from the environment or a file .env: an argument would be
visible in the process list and in the shell's history.`;

/** What a command of the merchant API works with. */
export interface Session {
  world: World;
  api: MerchantApi;
}

export interface MerchantSpec<O extends Options> extends Omit<CommandSpec<O>, 'run'> {
  /** the option for each field of the request */
  fields?: Fields;
  /** Calls `expecting` with the change before requesting it, if the command changes anything. Returns the exit code. */
  run(input: Input<O>, session: Session, expecting: (change: Change) => void): Promise<number>;
}

/** A command of the merchant API: takes address and key from the environment, and explains failures. */
export function merchantCommand<const O extends Options>(spec: MerchantSpec<O>): Command {
  const notes = spec.notes ? `${spec.notes}\n\n${KEY_NOTE}` : KEY_NOTE;
  return command({
    ...spec,
    notes,
    async run(input, world) {
      const given: { url?: unknown; json?: unknown } = input.values;
      const session = await openSession(world, typeof given.url === 'string' ? given.url : undefined);
      let change: Change | undefined;
      try {
        return await spec.run(input, session, (expected) => {
          change = expected;
        });
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        const { failure } = error;
        const { lines, exitCode } = explainFailure(failure, session.api.base, spec.fields ?? {}, change);
        if (given.json === true && failure.kind === 'problem') await printJson(world, failure.text);
        await world.stderr.write(`pay-form ${spec.name}: ${lines.join('\n')}\n`);
        return exitCode;
      }
    },
  });
}

async function openSession(world: World, url: string | undefined): Promise<Session> {
  const base = baseAddress(world.env, url);
  const key = world.env['MERCHANT_API_KEY']?.trim();
  if (!key) throw new UsageError('MERCHANT_API_KEY is missing from the environment.');
  // An invalid header value would fail inside fetch, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('MERCHANT_API_KEY must contain only visible ASCII characters.');
  const { protocol, hostname } = new URL(base);
  if (protocol === 'http:' && hostKind(hostname) === 'public') {
    await world.stderr.write('Warning: the API key is sent unencrypted to an http address.\n');
  }
  return {
    world,
    api: createMerchantApi({ base, key, fetch: world.fetch, interrupted: world.interrupted() }),
  };
}

/** Prints JSON as received, with one line end; characters that terminals act on are escaped. */
export async function printJson(world: World, text: string): Promise<void> {
  await world.stdout.write(`${plainJson(text.trimEnd())}\n`);
}
