import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { run } from './run.ts';
import { API_KEY, BASE, ENV, json, problem, ranIn, testTerminal } from './testing/terminal.ts';

const VERSION = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

async function ran(argv: string[], options = {}) {
  const { code, out, err, sent } = await ranIn(argv, testTerminal(options));
  return { code, out, err, sent };
}

describe('pay-form', () => {
  it.each(['--help', '-h', 'help', 'help --help'])('%s lists the commands', async (line) => {
    const { code, out, err } = await ran(line.split(' '));
    expect([code, err]).toEqual([0, '']);
    for (const { name, summary } of COMMANDS)
      expect(out).toMatch(new RegExp(`\\n {2}${name} {2,}${summary}\\n`));
  });

  it('without a command prints the list as an error', async () => {
    const { code, out, err } = await ran([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: pay-form <command> [options]');
  });

  it('prints its version', async () => {
    expect(await ran(['--version'])).toMatchObject({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  it.each([
    ['pay', 'pay-form: Unknown command "pay".', ''],
    ['sk_live_0123456789', 'pay-form: Unknown command.', ''],
    ['help pay', 'pay-form: Unknown command "pay".', ''],
    ['refund --all', 'pay-form refund: Unknown option "--all".', ' refund'],
    ['orders create A-1', 'pay-form orders create: There are too many arguments.', ' orders create'],
  ])('refuses %s on stderr, with exit code 2', async (line, message, name) => {
    const err = `${message}\nSee \`pay-form help${name}\`.\n`;
    expect(await ran(line.split(' '))).toEqual({ code: 2, out: '', err, sent: [] });
  });

  it('prints no secret of its environment, whoever sends it back', async () => {
    const replies = [problem(422, 'invalid-input', { detail: `The key ${API_KEY} is not liked.` })];
    const { err } = await ran(['balances'], { replies });
    expect(err).toContain('The key [removed] is not liked.');
  });

  it('says that .env was read, whatever the command', async () => {
    const options = { envFile: ['PORT'], replies: [json({ data: [], nextCursor: null })] };
    const note = 'Read settings from .env; the environment takes precedence.\n';
    expect((await ran(['doctor'], options)).err).toBe(note);
    expect((await ran(['review'], options)).err).toBe(`${note}Nothing found.\n`);
  });

  it('says where it broke and not with what', async () => {
    const terminal = testTerminal();
    const broken = { ...terminal, newKey: () => raise('s3cret') };
    expect(await run(['refund', 'A-1'], broken)).toBe(1);
    expect(terminal.err()).toMatch(/^pay-form refund: unexpected error: Error\n\s+at raise/);
    expect(terminal.err()).not.toContain('s3cret');
  });
});

function raise(message: string): never {
  throw new Error(message);
}

describe('the help of a command', () => {
  it.each(['help resolve operation', 'resolve operation --help', 'resolve operation A-1 -h'])(
    'is printed by %s',
    async (line) => {
      const out = COMMANDS.find(({ name }) => name === 'resolve operation')?.help;
      expect(await ran(line.split(' '))).toEqual({ code: 0, out, err: '', sent: [] });
    },
  );

  it('fits a terminal', () => {
    for (const { name, help } of COMMANDS) {
      expect(help).toMatch(new RegExp(`^Usage: pay-form ${name}`));
      for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(125);
    }
  });

  it('of a void, whole', async () => {
    expect((await ran(['help', 'void'])).out).toBe(`Usage: pay-form void <orderId> [options]

Voids an authorized payment, always in full.

The API key (MERCHANT_API_KEY) is read only from the environment or a file .env: an argument would be
visible in the process list and in the shell's history.

Options:
  --comment <comment>  the reason, for the timeline
  --payment-id <id>    another successful payment of the order (default: the one that pays it)
  --key <key>          the Idempotency-Key of an identical call whose response was lost (default: a new key)
  --url <address>      the companion's base address (default: PUBLIC_URL)
  --json               print the result as JSON
  -h, --help           print this help

Examples:
  pay-form void A-1001 --comment "sold out"
      Nothing is charged to the card.
`);
  });
});

describe('the surroundings of the merchant API', () => {
  const MISSING = 'MERCHANT_API_KEY is missing from the environment.';
  const ADDRESS = 'must be an http or https address';
  it.each<[string, Record<string, string | undefined>, string[], string]>([
    ['a missing key', { ...ENV, MERCHANT_API_KEY: ' ' }, [], MISSING],
    [
      'a key that is no header',
      { ...ENV, MERCHANT_API_KEY: 'ключ' },
      [],
      'MERCHANT_API_KEY must contain only',
    ],
    ['an address that is none', { ...ENV, PUBLIC_URL: 'pay.shop.example' }, [], `PUBLIC_URL ${ADDRESS}`],
    ['a password', ENV, ['--url', 'https://user:s3cret@pay.example'], `--url ${ADDRESS}`],
  ])('%s is refused with exit code 2, and nothing is sent', async (_, env, more, message) => {
    const { code, err, sent } = await ran(['balances', ...more], { env });
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain(`pay-form balances: ${message}`);
    expect(err).not.toContain('s3cret');
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['--url', ENV, ['--url', 'http://127.0.0.1:9000/x/'], 'http://127.0.0.1:9000/x/api/balances/accounts'],
    ['PUBLIC_URL', ENV, [], 'https://pay.shop.example/pay/api/balances/accounts'],
    [
      'PORT',
      { MERCHANT_API_KEY: API_KEY, PORT: '9000' },
      [],
      'http://localhost:9000/pay/api/balances/accounts',
    ],
    ['nothing', { MERCHANT_API_KEY: API_KEY }, [], 'http://localhost:8080/pay/api/balances/accounts'],
  ])('the address comes from %s', async (_, env, more, url) => {
    const { sent } = await ran(['balances', ...more], { env });
    expect(sent).toMatchObject([{ url, headers: { authorization: `Bearer ${API_KEY}` } }]);
  });

  it.each<[envFile: string[], more: string[], code: number]>([
    [['PUBLIC_URL'], [], 2],
    [['PUBLIC_URL'], ['--url', BASE], 0],
    [['PUBLIC_URL', 'MERCHANT_API_KEY'], [], 0],
    [['MERCHANT_API_KEY'], [], 0],
  ])(
    'a .env with %j, and %j: exit code %i, for its address gets no key of the environment',
    async (envFile, more, code) => {
      const replies = [json({ data: [], nextCursor: null })];
      const found = await ran(['review', ...more], { envFile, replies });
      expect([found.code, found.sent.length]).toEqual([code, code === 0 ? 1 : 0]);
      if (code !== 0) expect(found.err).toContain('PUBLIC_URL is from .env, and MERCHANT_API_KEY is not.');
    },
  );

  it('warns where the key travels unencrypted', async () => {
    const { err } = await ran(['balances', '--url', 'http://pay.shop.example/pay']);
    expect(err).toContain('Warning: the API key is sent unencrypted to an http address.\n');
  });
});
