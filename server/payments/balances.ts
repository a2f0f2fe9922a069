import type { AccountView, Page, TerminalsView, TerminalView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

export async function listAccounts(_deps: PaymentDeps): Promise<Page<AccountView>> {
  throw new ProblemError('internal-error');
}

export async function readAccount(_deps: PaymentDeps, _id: string): Promise<AccountView> {
  throw new ProblemError('internal-error');
}

export async function listTerminals(_deps: PaymentDeps): Promise<TerminalsView> {
  throw new ProblemError('internal-error');
}

export async function readTerminal(_deps: PaymentDeps, _id: string): Promise<TerminalView> {
  throw new ProblemError('internal-error');
}
