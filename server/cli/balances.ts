import { z } from 'zod';
import {
  accountViewSchema,
  pageOf,
  terminalsViewSchema,
  terminalViewSchema,
} from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import type { MerchantApi } from './merchant-api.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { table } from './plain-text.ts';
import { UsageError } from './usage-error.ts';

/** `GET /api/balances/accounts[/{id}]` and `GET /api/balances/terminals[/{id}]` */
export const balances = merchantCommand({
  name: 'balances',
  summary: 'Shows the balances of accounts or terminals, as the gateway reports them',
  usage: ['balances [accounts|terminals] [id] [options]'],
  positionals: ['[accounts|terminals]', '[id]'],
  options: { ...URL_OPTION, ...JSON_OPTION },
  fields: { id: '[id]', accountId: '[id]', terminalId: '[id]' },
  examples: [
    ['balances', 'All accounts.'],
    ['balances terminals 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11', 'One terminal.'],
  ],
  async run({ values: { json }, positionals: [kind = 'accounts', id] }, { api, world }) {
    if (kind !== 'accounts' && kind !== 'terminals') {
      throw new UsageError('The first argument must be accounts or terminals.');
    }
    const path = id === undefined ? '' : `/${segment(id, '[id]')}`;
    const { text, shown } = await (kind === 'accounts' ? accounts(api, path) : terminals(api, path));
    if (json) await printJson(world, text);
    else await world.stdout.write(shown);
    return EXIT.done;
  },
});

const ACCOUNTS = z.union([pageOf(accountViewSchema), accountViewSchema]);
const TERMINALS = z.union([terminalsViewSchema, terminalViewSchema]);

async function accounts(api: MerchantApi, path: string) {
  const { value, text } = await api.get(`/balances/accounts${path}`, ACCOUNTS);
  const rows = ('data' in value ? value.data : [value]).map(({ id, name, currency, balances: shown }) => [
    id,
    name,
    amountText(shown.available),
    amountText(shown.rollingReserve),
    currency,
  ]);
  const titles = ['ACCOUNT', 'NAME', 'AVAILABLE', 'ROLLING RESERVE', 'CURRENCY'];
  return { text, shown: table(titles, rows, ['AVAILABLE', 'ROLLING RESERVE']) };
}

async function terminals(api: MerchantApi, path: string) {
  const { value, text } = await api.get(`/balances/terminals${path}`, TERMINALS);
  const rows = ('data' in value ? value.data : [value]).map(({ id, name, currency, balances: shown }) => [
    id,
    name,
    amountText(shown.available),
    currency,
  ]);
  const list = table(['TERMINAL', 'NAME', 'AVAILABLE', 'CURRENCY'], rows, ['AVAILABLE']);
  const failed = 'failed' in value ? value.failed : [];
  return {
    text,
    shown: failed.length > 0 ? `${list}\nBalance not available\n${failedTable(failed)}` : list,
  };
}

function failedTable(failed: readonly { id: string; message: string }[]): string {
  return table(
    ['TERMINAL', 'MESSAGE'],
    failed.map(({ id, message }) => [id, message]),
  );
}

/** The gateway does not report every balance. */
function amountText(amount: string | null): string {
  return amount ?? 'not reported';
}
