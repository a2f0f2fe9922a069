import { maskOf } from '../../contract/card.ts';
import type { OperationMethod } from '../../contract/words.ts';
import type {
  CaptureRequest,
  Gateway,
  GatewayPayment,
  NewDirectPayment,
  NewHostedPayment,
  CallResult,
  RefundRequest,
  SecondaryRequest,
} from '../gateway-port.ts';
import type { CallEnd, Report } from '../order/journal.ts';
import { isOperationMethod } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import type { Bank, PaymentOrder } from './bank.ts';
import { OPERATION_FAULTS, PAYMENT_FAULTS } from './faults.ts';
import { answered, inFull, notSent, refused, unknown } from './gateway.ts';
import { operationFault, paymentFault, type Witness } from './invariants.ts';

/** For tests: the bank as the companions call it. What is sent is checked first. */

type Used =
  | 'createDirect'
  | 'createHosted'
  | 'capture'
  | 'voidAuth'
  | 'refund'
  | 'cancelHosted'
  | 'readOperation'
  | 'readOrder';

/** @param witness everything as it is at the moment of sending */
export function gatewayOf(bank: Bank, witness: () => Promise<Witness>): Pick<Gateway, Used> {
  const pay = async (order: PaymentOrder): Promise<CallEnd> => {
    const now = await witness();
    const { payments } = now.order.state;
    const id = payments.find((one) => one.gatewayOrderId === order.gatewayOrderId)?.id ?? '';
    note(bank, paymentFault(now, id));
    return bank.create(
      order,
      faultOf(bank, PAYMENT_FAULTS),
      bank.pick(['success', 'success', 'failure', 'pending']),
    );
  };
  const operate = async (method: OperationMethod, { gatewayOrderId, ...request }: CaptureRequest) => {
    const amountMinor = request.amountMinor ?? null;
    const now = await witness();
    const id = requestOf(now.order, gatewayOrderId, method);
    const its = bank.ours(gatewayOrderId);
    if (its) note(bank, operationFault(now, id, bank.amountOf(its, method, amountMinor)));
    return answerTo(
      bank.operate({ id, gatewayOrderId, method, amountMinor }, faultOf(bank, OPERATION_FAULTS)),
    );
  };
  return {
    createDirect: async (request: NewDirectPayment) => answerTo(await pay(directOrder(request))),
    createHosted: async (request: NewHostedPayment) => {
      const end = await pay(hostedOrder(request, bank.now));
      return end.how === 'page-opened' ? answered({ location: end.url }) : unanswered(end);
    },
    capture: (request: CaptureRequest) => operate('capture', request),
    voidAuth: (request: SecondaryRequest) => operate('void', request),
    refund: (request: RefundRequest) => operate('refund', request),
    cancelHosted: async (gatewayOrderId) => {
      if (bank.mishap() && bank.chance(0.3)) return unknown;
      if (!bank.cancel(gatewayOrderId)) return refused(400);
      const its = bank.ours(gatewayOrderId);
      return answered(its ? [inFull(bank.reportOf(its))] : []);
    },
    readOperation: async (gatewayOrderId, method) => {
      const isAsked = (one: Report) => isOperationMethod(one.method) === isOperationMethod(method);
      const listed = bank.list(gatewayOrderId).filter(isAsked);
      const found = isOperationMethod(method)
        ? listed.filter((one) => one.method === method).at(-1)
        : listed[0];
      if (bank.mishap() && bank.chance(0.3)) return unknown;
      return found ? answered(inFull(found)) : refused(404);
    },
    readOrder: async (gatewayOrderId) => {
      const listed = bank.list(gatewayOrderId);
      if (bank.mishap() && bank.chance(0.3)) return unknown;
      return listed.length > 0 ? answered(listed.map(inFull)) : refused(404);
    },
  };
}

const note = (bank: Bank, fault: string | null) => void (fault !== null && bank.faults.push(fault));

const faultOf = <T extends string>(bank: Bank, faults: readonly T[]): T | 'none' =>
  bank.mishap() ? bank.pick(faults) : 'none';

/** The gateway is not told the id of our request: it is the latest of this kind. */
function requestOf({ state }: Snapshot, gatewayOrderId: string, method: OperationMethod): string {
  const payment = state.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
  const own = state.operations.filter((one) => one.paymentId === payment?.id && one.origin !== 'elsewhere');
  return own.findLast((one) => one.method === method)?.id ?? '';
}

function directOrder({
  card,
  gatewayOrderId,
  method,
  amountMinor,
  currency,
  resultUrl = '',
}: NewDirectPayment): PaymentOrder {
  const cardMask = card ? maskOf(card.number) : null;
  return {
    gatewayOrderId,
    mode: 'direct',
    method,
    amountMinor,
    currency,
    cardMask,
    expiresAt: null,
    resultUrl,
  };
}

function hostedOrder(request: NewHostedPayment, now: number): PaymentOrder {
  const { gatewayOrderId, method, amountMinor, currency, orderTimeout, resultUrl = '' } = request;
  const expiresAt = orderTimeout === undefined ? null : now + orderTimeout * 1_000;
  return {
    gatewayOrderId,
    mode: 'hosted',
    method,
    amountMinor,
    currency,
    cardMask: null,
    expiresAt,
    resultUrl,
  };
}

const answerTo = (end: CallEnd): CallResult<GatewayPayment> =>
  end.how === 'answered' ? answered(inFull(end.report)) : unanswered(end);

function unanswered(end: CallEnd): CallResult<never> {
  if (end.how === 'not-sent') return notSent;
  if (end.how !== 'refused' || end.refusal.means === 'unsendable') return unknown;
  return refused(400, null, { means: end.refusal.means });
}
