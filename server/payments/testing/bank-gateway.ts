import { maskOf } from '../../contract/card.ts';
import type { OperationMethod } from '../../contract/words.ts';
import type {
  CallResult,
  CaptureRequest,
  GatewayPayment,
  NewDirectPayment,
  NewHostedPayment,
} from '../gateway-port.ts';
import type { Report } from '../order/journal.ts';
import { isOperationMethod } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import type { Bank, PaymentOrder } from './bank.ts';
import { OPERATION_FAULTS, PAYMENT_FAULTS } from './faults.ts';
import { answered, inFull, refused, type Script, unknown } from './gateway.ts';
import { operationFault, paymentFault, type Witness } from './invariants.ts';

/**
 * For tests: the bank as the script of the companions' gateway. What is sent is checked first.
 * @param witness everything as it is at the moment of sending
 */
export function scriptOf(bank: Bank, witness: () => Promise<Witness>): Script {
  const pay = async (mode: PaymentOrder['mode'], request: NewDirectPayment | NewHostedPayment) => {
    const now = await witness();
    const { payments } = now.order.state;
    const id = payments.find((one) => one.gatewayOrderId === request.gatewayOrderId)?.id ?? '';
    note(bank, paymentFault(now, id));
    const result = bank.pick(['success', 'success', 'failure', 'pending'] as const);
    return bank.create(orderOf(mode, request, bank.now), faultOf(bank, PAYMENT_FAULTS), result);
  };
  const operate = async (method: OperationMethod, { gatewayOrderId, ...request }: CaptureRequest) => {
    const amountMinor = request.amountMinor ?? null;
    const now = await witness();
    const id = requestOf(now.order, gatewayOrderId, method);
    const its = bank.ours(gatewayOrderId);
    if (its) note(bank, operationFault(now, id, bank.amountOf(its, method, amountMinor)));
    const fault = faultOf(bank, OPERATION_FAULTS);
    return told(bank.operate({ id, gatewayOrderId, method, amountMinor }, fault));
  };
  const isSilent = () => bank.mishap() && bank.chance(0.3);
  return {
    createDirect: async (request) => told(await pay('direct', request)),
    createHosted: async (request) => {
      const end = await pay('hosted', request);
      return end.kind === 'answered' ? answered({ location: 'https://gateway.example/page' }) : end;
    },
    capture: (request) => operate('capture', request),
    voidAuth: (request) => operate('void', request),
    refund: (request) => operate('refund', request),
    cancelHosted: async (gatewayOrderId) => {
      if (isSilent()) return unknown;
      if (!bank.cancel(gatewayOrderId)) return refused(400);
      const its = bank.ours(gatewayOrderId);
      return answered(its ? [inFull(bank.reportOf(its))] : []);
    },
    readOperation: async (gatewayOrderId, method) => {
      const isAsked = (one: Report) => isOperationMethod(one.method) === isOperationMethod(method);
      const listed = bank.list(gatewayOrderId).filter(isAsked);
      const found = isOperationMethod(method) ? listed.findLast((one) => one.method === method) : listed[0];
      if (isSilent()) return unknown;
      return found ? answered(inFull(found)) : refused(404);
    },
    readOrder: async (gatewayOrderId) => {
      const listed = bank.list(gatewayOrderId);
      if (isSilent()) return unknown;
      return listed.length > 0 ? answered(listed.map(inFull)) : refused(404);
    },
  };
}

const note = (bank: Bank, fault: string | null) => void (fault !== null && bank.faults.push(fault));

const faultOf = <T extends string>(bank: Bank, faults: readonly T[]): T | 'none' =>
  bank.mishap() ? bank.pick(faults) : 'none';

const told = (end: CallResult<Report>): CallResult<GatewayPayment> =>
  end.kind === 'answered' ? answered(inFull(end.value)) : end;

/** The gateway is not told the id of our request: it is the latest of this kind. */
function requestOf({ state }: Snapshot, gatewayOrderId: string, method: OperationMethod): string {
  const payment = state.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
  const own = state.operations.filter((one) => one.paymentId === payment?.id && one.origin !== 'elsewhere');
  return own.findLast((one) => one.method === method)?.id ?? '';
}

function orderOf(
  mode: PaymentOrder['mode'],
  request: NewDirectPayment | NewHostedPayment,
  now: number,
): PaymentOrder {
  const { gatewayOrderId, method, amountMinor, currency, card, resultUrl = '' } = request;
  const cardMask = mode === 'direct' && card ? maskOf(card.number) : null;
  const seconds = 'orderTimeout' in request ? request.orderTimeout : undefined;
  const expiresAt = seconds === undefined ? null : now + seconds * 1_000;
  return { gatewayOrderId, mode, method, amountMinor, currency, cardMask, expiresAt, resultUrl };
}
