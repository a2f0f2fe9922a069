import { z } from 'zod';
import {
  accountViewSchema,
  pageOf,
  terminalsViewSchema,
  terminalViewSchema,
} from '../contract/merchant-api.ts';
import { UsageError } from './arguments.ts';
import { merchantCommand } from './merchant-command.ts';
import { table } from './text.ts';

const ACCOUNTS = z.union([pageOf(accountViewSchema), accountViewSchema]);
const TERMINALS = z.union([terminalsViewSchema, terminalViewSchema]);

/** `GET /api/balances/accounts[/{id}]` and `GET /api/balances/terminals[/{id}]` */
export const balances = merchantCommand({
  name: 'balances',
  summary: 'Shows the balances of accounts or terminals, as the gateway reports them',
  positionals: ['[accounts|terminals]', '[id]'],
  options: {},
  examples: [
    ['balances', 'All accounts.'],
    ['balances terminals 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11', 'One terminal.'],
  ],
  async run({ positionals: [kind = 'accounts', id] }, { api, print }) {
    const path = `/balances/${kind}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
    if (kind === 'accounts') return print(await api.get(path, ACCOUNTS), accountsTable);
    if (kind === 'terminals') return print(await api.get(path, TERMINALS), terminalsTable);
    throw new UsageError('The first argument must be accounts or terminals.');
  },
});

interface Shown {
  id: string;
  name: string;
  currency: string;
  balances: { available: string | null };
}

const NAME = ({ name }: Shown) => name;
const AVAILABLE = ({ balances: { available } }: Shown) => available ?? NONE;
const CURRENCY = ({ currency }: Shown) => currency;

/** The gateway does not report every balance. */
const NONE = 'not reported';

function accountsTable(value: z.infer<typeof ACCOUNTS>): string {
  return table(
    'data' in value ? value.data : [value],
    {
      ACCOUNT: ({ id }) => id,
      NAME,
      AVAILABLE,
      'ROLLING RESERVE': ({ balances: { rollingReserve } }) => rollingReserve ?? NONE,
      CURRENCY,
    },
    ['AVAILABLE', 'ROLLING RESERVE'],
  );
}

function terminalsTable(value: z.infer<typeof TERMINALS>): string {
  const terminals = 'data' in value ? value.data : [value];
  const list = table(terminals, { TERMINAL: ({ id }) => id, NAME, AVAILABLE, CURRENCY }, ['AVAILABLE']);
  const failed = 'failed' in value ? value.failed : [];
  if (failed.length === 0) return list;
  const missing = table(failed, { TERMINAL: ({ id }) => id, MESSAGE: ({ message }) => message });
  return `${list}\nBalance not available\n${missing}`;
}
