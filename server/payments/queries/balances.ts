import type { AccountView, Page, TerminalsView, TerminalView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import type { PaymentDeps } from '../ports.ts';
import { readFromGateway } from './gateway-read.ts';
import type { Account, Terminal } from '../gateway-port.ts';

/** Balances of the merchant's accounts and terminals (interface 9.1), read on request. */

/** @throws ProblemError `gateway-refused`, `gateway-unreachable`, `gateway-busy` */
export async function listAccounts(deps: PaymentDeps): Promise<Page<AccountView>> {
  const accounts = await readFromGateway(deps, () => deps.gateway.accounts());
  return { data: accounts.map(accountView), nextCursor: null };
}

/** @throws ProblemError `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy` */
export async function readAccount(deps: PaymentDeps, id: string): Promise<AccountView> {
  return accountView(await readFromGateway(deps, () => deps.gateway.account(id)));
}

/** Terminals whose balance is unavailable are listed in `failed`. @throws as {@link listAccounts} */
export async function listTerminals(deps: PaymentDeps): Promise<TerminalsView> {
  const { terminals, failed } = await readFromGateway(deps, () => deps.gateway.terminals());
  const failedViews = failed.map(({ id, message }) => ({ id, message }));
  return { data: terminals.map(terminalView), failed: failedViews, nextCursor: null };
}

/** @throws as {@link readAccount} */
export async function readTerminal(deps: PaymentDeps, id: string): Promise<TerminalView> {
  return terminalView(await readFromGateway(deps, () => deps.gateway.terminal(id)));
}

function accountView({ id, name, currency, availableMinor, rollingReserveMinor }: Account): AccountView {
  const balances = {
    available: signed(availableMinor, currency),
    rollingReserve: signed(rollingReserveMinor, currency),
  };
  return { id, name, currency, balances };
}

function terminalView({ id, name, currency, availableMinor }: Terminal): TerminalView {
  return { id, name, currency, balances: { available: signed(availableMinor, currency) } };
}

function signed(minor: number | null, currency: string): string | null {
  if (minor === null) return null;
  return minor < 0 ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency);
}
