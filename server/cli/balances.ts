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

function accountsTable(value: z.infer<typeof ACCOUNTS>): string {
  const rows = ('data' in value ? value.data : [value]).map(({ id, name, currency, balances: shown }) => [
    id,
    name,
    shown.available ?? NONE,
    shown.rollingReserve ?? NONE,
    currency,
  ]);
  const titles = ['ACCOUNT', 'NAME', 'AVAILABLE', 'ROLLING RESERVE', 'CURRENCY'];
  return table(titles, rows, ['AVAILABLE', 'ROLLING RESERVE']);
}

function terminalsTable(value: z.infer<typeof TERMINALS>): string {
  const rows = ('data' in value ? value.data : [value]).map(({ id, name, currency, balances: shown }) => [
    id,
    name,
    shown.available ?? NONE,
    currency,
  ]);
  const list = table(['TERMINAL', 'NAME', 'AVAILABLE', 'CURRENCY'], rows, ['AVAILABLE']);
  const failed = ('failed' in value ? value.failed : []).map(({ id, message }) => [id, message]);
  return failed.length > 0
    ? `${list}\nBalance not available\n${table(['TERMINAL', 'MESSAGE'], failed)}`
    : list;
}

/** The gateway does not report every balance. */
const NONE = 'not reported';
