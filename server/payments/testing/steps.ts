import type { FinalStatus, OperationMethod } from '../../contract/words.ts';
import type { ReviewItem } from '../order/views.ts';
import type { Bank, BankPayment } from './bank.ts';
import type { Witness } from './invariants.ts';

/** For tests: what payers, the gateway and people do; `which` picks among the payments that there are. */

export type GatewayStep =
  | { do: 'progress'; which: number; to: 'success' | 'failure' | 'pending' }
  | { do: 'portal'; which: number; method: OperationMethod; amountMinor: number | null }
  | { do: 'odd' | 'flip'; which: number };

/** What the network, the merchant and people do. */
export type ShopStep =
  | { do: 'deliver'; which: number }
  | { do: 'wait'; ms: number }
  | { do: 'update-order'; amountMinor: number; method: 'purchase' | 'auth'; by: 'token' | 'api' }
  | { do: 'resolve'; which: number; as: FinalStatus | 'truth' };

export function playAtGateway(bank: Bank, step: GatewayStep): void {
  const payment = bank.payments[step.which % Math.max(1, bank.payments.length)];
  if (!payment) return;
  if (step.do === 'portal') bank.operateInPortal(payment, step.method, step.amountMinor);
  else if (step.do === 'progress') progress(bank, payment, step.to);
  else if (!bank.mishap()) return;
  else if (step.do === 'odd') bank.tellOdd(payment);
  else bank.flip(payment);
}

/** A payer, or the gateway, goes on with what is open of a payment. */
function progress(bank: Bank, payment: BankPayment, to: 'success' | 'failure' | 'pending'): void {
  const { gatewayOrderId, isOurs, mode, status } = payment;
  const isLost = isOurs && mode === 'hosted' && to !== 'failure' && !bank.isPageKnown(gatewayOrderId);
  if (isLost) return;
  if (status === 'init' || status === 'pending') bank.progress(payment, to);
  else if (to === 'success') bank.tryAnotherCard(payment);
  for (const one of payment.operations) {
    if (one.status === 'pending' && to !== 'pending') bank.endOperation(payment, one, to);
  }
}

/** The gateway ends most of what is open. */
export function endOpen(bank: Bank): void {
  for (const one of bank.payments) {
    if (bank.chance(0.8)) progress(bank, one, bank.chance(0.5) ? 'success' : 'failure');
  }
}

/** What a person says of something in review; null while nobody can know. */
export function wordOf(
  { bank, order }: Pick<Witness, 'bank' | 'order'>,
  { paymentId, operationId }: ReviewItem,
  as: FinalStatus | 'truth',
): { status: FinalStatus; amountMinor: number | null; isTrue: boolean } | null {
  const payment = order.state.payments.find((one) => one.id === paymentId);
  const row = order.state.operations.find((one) => one.id === operationId);
  const its = payment && bank.ours(payment.gatewayOrderId);
  const operation = its?.operations.find((one) => one.request === row?.id || one.id === row?.operationId);
  const truth = (row ? operation : its)?.status ?? 'failure';
  const status = as === 'truth' ? truth : as;
  if (status !== 'success' && status !== 'failure') return null;
  const isTrue = status === truth;
  return { status, amountMinor: (isTrue && operation?.amountMinor) || null, isTrue };
}
