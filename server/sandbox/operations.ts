import type { Context } from 'hono';
import type { WireSplitPayment } from '../contract/gateway-api.ts';
import type { OperationEndpoint, SentFields } from '../contract/gateway-parameters.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import type { Share } from '../contract/split.ts';
import { requireOwnPos } from './authentication.ts';
import { moveTo } from './charge.ts';
import type { Limit, SandboxOperation, SandboxPayment } from './ledger.ts';
import { allowedFor, asksTooMuch, notAllowed, refundedShares } from './operation-limits.ts';
import { operationOf, readOperationBody } from './operation-rules.ts';
import { operationAnswer, operationEvent } from './operation-wire.ts';
import { cancelledAnswer } from './payment-wire.ts';
import { accept, readJson, tolerate } from './read-request.ts';
import { invalid } from './refusal.ts';
import { shareViolations, sharesOf } from './shares.ts';
import { type StatusCode, statusOf } from './status-codes.ts';
import type { SandboxState } from './state.ts';

/** A requested capture, void or refund. */
export interface OperationRequest {
  method: SandboxOperation['method'];
  /** null for the full amount */
  amountMinor: number | null;
  /** the shares of a split capture or refund, or null */
  split: readonly Share[] | null;
  comment: string | null;
  serverUrl: string | null;
  /** who declines it, or null */
  declinedBy: 'bank' | 'limit' | null;
  /** a tenth less or more than the request says */
  does: 'as-asked' | 'less' | 'more';
}

/** What a fault does to a request. */
type FaultEffect = Pick<OperationRequest, 'declinedBy' | 'does'>;

const LIMIT_HOURS = 24;
const SUCCEEDED = { capture: '1000', void: '1009', refund: '1004' } as const;
const DECLINED = { bank: '4150', limit: '6001' } as const;

/** Endpoints 3 to 7: checks the body and answers the operation. */
export async function operate(
  state: SandboxState,
  context: Context,
  endpoint: OperationEndpoint,
  effect: FaultEffect,
): Promise<Response> {
  const body = accept(state, context, readOperationBody(await readJson(state, context), endpoint));
  requireOwnPos(state, String(body['pos_id']));
  const payment = state.ledger.ofOrder(String(body['order_id']));
  const asked = { ...requestOf(state, payment, endpoint, body), ...effect };
  return context.json(operationAnswer(payment, perform(state, payment, asked), state));
}

/** @throws Refusal 400 for another currency than the order's, unknown sub-merchants, and shares of another sum */
function requestOf(
  state: SandboxState,
  payment: SandboxPayment,
  endpoint: OperationEndpoint,
  body: SentFields,
): Omit<OperationRequest, keyof FaultEffect> {
  const rules = operationOf(endpoint);
  const { currency } = payment.stated;
  if (body[rules.currency] !== currency) {
    throw invalid([{ field_name: rules.currency, violation: 'must be the currency of the order' }]);
  }
  const amountMinor = fromGatewayAmount(body[rules.amount], currency);
  const split = Array.isArray(body['split']) ? sharesOf(body['split'] as WireSplitPayment[], currency) : null;
  if (split) {
    const total = { name: rules.amount, minor: amountMinor ?? 0 };
    const violations = shareViolations(split, total, state.settings.subMerchants);
    if (violations.length > 0) throw invalid(violations);
  }
  const { comment, server_url: serverUrl } = body;
  return {
    method: rules.method,
    amountMinor,
    split,
    comment: textOrNull(comment),
    serverUrl: textOrNull(serverUrl),
  };
}

/**
 * Performs an operation that the states allow, and sends its webhook. If it asks for too much or is declined, the
 * operation has the status `failure`.
 * @throws Refusal 400 if the states do not allow it (interface 14.3, 14.4)
 */
export function perform(
  state: SandboxState,
  payment: SandboxPayment,
  request: OperationRequest,
): SandboxOperation {
  const { method, comment, serverUrl } = request;
  const allowed = allowedFor(payment, method, state.settings.overCapturePercent);
  const isFull = request.amountMinor === null;
  const split = method === 'refund' ? refundedShares(allowed, request.split, isFull) : request.split;
  const askedMinor = request.amountMinor ?? allowed.fullMinor;
  const code = outcome(request, asksTooMuch(allowed, askedMinor, split));
  const amountMinor = actualMinor(request, askedMinor, allowed.maxMinor);
  const operation: SandboxOperation = {
    operationId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    method,
    amountMinor,
    variant: request.split ? 'split' : isFull ? 'full' : 'partial',
    split,
    comment,
    serverUrl,
    createdAt: state.clock.now(),
    status: statusOf(code),
    statusCode: code,
    limit: method === 'capture' && request.declinedBy === 'limit' ? dailyLimit(state) : null,
  };
  payment.operations.push(operation);
  reportOperation(state, payment, operation);
  return operation;
}

/** Sends the webhook of an operation to its own `server_url`, otherwise to the payment's. */
export function reportOperation(
  state: SandboxState,
  payment: SandboxPayment,
  operation: SandboxOperation,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const target = operation.serverUrl ?? payment.stated.server_url ?? null;
  const event = { ...operationEvent(payment, operation, state), ...more };
  state.webhooks.send(payment.stated.order_id, target, event);
}

/**
 * Endpoint 8, cancel: only a hosted purchase or auth, also a split one, that is still `init` (interface 14.2). It
 * takes no body.
 * @throws Refusal 400 for any other payment; 404 for an unknown order
 */
export async function cancel(state: SandboxState, context: Context): Promise<Response> {
  if ((await context.req.text()) !== '') {
    tolerate(state, context, { field_name: 'body', violation: 'must not be sent' });
  }
  requireOwnPos(state, context.req.param('posId') ?? '');
  const payment = state.ledger.ofOrder(context.req.param('orderId'));
  const { method, mode } = payment.stated;
  if (payment.status !== 'init' || mode !== 'hosted' || method === 'lookup') {
    throw notAllowed('Only a created, unpaid hosted purchase or auth can be cancelled');
  }
  moveTo(state, payment, '6007');
  return context.json([cancelledAnswer(payment, state)]);
}

function outcome({ method, declinedBy }: OperationRequest, tooMuch: boolean): StatusCode {
  if (declinedBy) return DECLINED[declinedBy];
  return tooMuch ? '4139' : SUCCEEDED[method];
}

/** "Actual amount" (Secondary operation response object). Shares and a void are never done otherwise. */
function actualMinor(
  { method, split, does }: OperationRequest,
  askedMinor: number,
  maxMinor: number,
): number {
  if (does === 'as-asked' || method === 'void' || split) return askedMinor;
  const tenth = Math.ceil(askedMinor / 10);
  return does === 'less'
    ? Math.max(1, askedMinor - tenth)
    : Math.max(askedMinor, Math.min(askedMinor + tenth, maxMinor));
}

function dailyLimit(state: SandboxState): Limit {
  return { retryAfter: state.clock.now() + LIMIT_HOURS * 3_600_000, description: 'Daily limit exceeded' };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
