import type { Context } from 'hono';
import type { WireCreatePayment } from '../contract/gateway-api.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import { requireOwnPos } from './authentication.ts';
import { charge, limitLifetime } from './charge.ts';
import { type CreateEndpoint, readCreate } from './create-rules.ts';
import { droppedConnection } from './fault-answers.ts';
import type { Fault } from './faults.ts';
import type { SandboxPayment } from './ledger.ts';
import { accept, readJson } from './read-request.ts';
import { invalid, Refusal } from './refusal.ts';
import { INVALID_CARD, SUCCESS, type SandboxCard, type Scenario, scenarioOf } from './scenarios.ts';
import { sharesOf } from './shares.ts';
import { paymentAnswer } from './payment-wire.ts';
import type { SandboxState } from './state.ts';
import { answerOf } from './webhook-sender.ts';

/** Wallet tokens (interface 1.12, 17.10); the sandbox accepts each as a good card. */
const WALLET_TOKEN = /^(rcr|gpay|applepay):.+/;
const PREFLIGHT_TIMEOUT_MS = 3000;
const TOKEN_REFUSED = { field_name: 'cc_token', violation: 'is invalid' };

/**
 * Endpoints 1, Create payment, and 2, Create split purchase. Direct mode answers the payment, hosted mode 303 with the
 * address of the form.
 */
export async function createPayment(
  state: SandboxState,
  context: Context,
  endpoint: CreateEndpoint,
  fault?: Fault['kind'],
): Promise<Response> {
  const request = await acceptedRequest(state, context, endpoint);
  // No await between this check and the ledger: equal requests may arrive together.
  const { cc_number, exp_month, exp_year, card_cvv: _cvv, cryptogram: _cryptogram, ...stated } = request;
  const card = cardOf(cc_number, exp_month, exp_year);
  const payment = newPayment(state, stated);
  if (state.ledger.byOrder(request.order_id)) return answerTaken(state, context, { ...payment, card });
  const hasToken = request.cc_token !== undefined;
  if (hasToken && fault === 'token-refused-before') throw invalid([TOKEN_REFUSED]);
  if (request.mode === 'hosted') {
    payment.card = card;
    return openCheckout(state, context, payment);
  }
  const isRefused = hasToken && fault === 'token-refused';
  const means = isRefused ? { card: null, scenario: INVALID_CARD } : meansOf(state, request, card);
  if (means.scenario.becomes === null) return droppedConnection();
  if (means.scenario !== INVALID_CARD) payment.cardToken = request.cc_token ?? null;
  state.ledger.add(payment);
  const answer = charge(state, payment, means.card, means.scenario);
  if (answer) return answer;
  return context.json(paymentAnswer(payment, state));
}

/** @throws Refusal */
async function acceptedRequest(
  state: SandboxState,
  context: Context,
  endpoint: CreateEndpoint,
): Promise<WireCreatePayment> {
  const body = await readJson(state, context);
  const reading = readCreate(body, endpoint, state.settings);
  const request = accept(state, context, reading) as unknown as WireCreatePayment;
  requireOwnPos(state, request.pos_id);
  await preflight(state, request);
  return request;
}

/**
 * Answers a used order_id: by a failed payment that is not recorded, if the setting `errorCodes` says so.
 * @throws Refusal P-409
 */
function answerTaken(state: SandboxState, context: Context, payment: SandboxPayment): Response {
  const { errorCodes, takenStatus } = state.settings;
  if (errorCodes !== 'payment' || payment.stated.mode === 'hosted') {
    throw new Refusal(takenStatus, 'Payment with this order_id already exists', { code: 'P-409' });
  }
  return context.json(paymentAnswer({ ...payment, status: 'failure', statusCode: '4119' }, state));
}

/**
 * The preflight request of a direct auth or purchase (interface 1.11). Its form and the effect of its answer are not shown
 * there: a GET is sent before the card is charged, and the card is charged whatever the answer.
 */
async function preflight(state: SandboxState, { mode, method, validation_url: url }: WireCreatePayment) {
  if (mode !== 'direct' || method === 'lookup' || !url || !state.mayPost(url)) return;
  const signal = AbortSignal.any([state.closing, AbortSignal.timeout(PREFLIGHT_TIMEOUT_MS)]);
  await answerOf(state.fetch, url, { signal });
}

function newPayment(state: SandboxState, stated: SandboxPayment['stated']): SandboxPayment {
  const now = state.clock.now();
  return {
    paymentId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    stated,
    amountMinor: chargedMinor(state, stated),
    split: stated.split ? sharesOf(stated.split, stated.currency) : null,
    createdAt: now,
    processedAt: now,
    status: 'init',
    statusCode: null,
    card: null,
    cardToken: null,
    eci: null,
    limit: null,
    challengeId: null,
    checkout: null,
    operations: [],
    recurring: null,
    declines: [],
    further: [],
  };
}

/** The ordered amount, and the commission that the payer bears on top of it. */
function chargedMinor({ settings }: SandboxState, stated: SandboxPayment['stated']): number {
  const orderedMinor = fromGatewayAmount(stated.amount, stated.currency) ?? 0;
  const hasFee = !stated.split && stated.method !== 'lookup';
  return hasFee ? orderedMinor + Math.round((orderedMinor * settings.payerFeePercent) / 100) : orderedMinor;
}

function openCheckout(state: SandboxState, context: Context, payment: SandboxPayment): Response {
  const id = crypto.randomUUID();
  payment.checkout = { id, attempt: crypto.randomUUID(), declined: null, isOpen: false };
  state.ledger.add(payment);
  limitLifetime(state, payment, payment.stated.order_timeout ?? state.settings.checkoutSeconds);
  return context.redirect(`${state.baseUrl}/api/v1/checkout/${id}/form`, 303);
}

function cardOf(number?: string, expMonth?: number, expYear?: number): SandboxCard | null {
  if (number === undefined) return null;
  const year = expYear !== undefined && expYear < 100 ? expYear + 2000 : expYear;
  return { number, expMonth: expMonth ?? null, expYear: year ?? null };
}

/** The card to be charged, if it is known, and what happens to it. A token's card is not challenged. */
function meansOf(
  state: SandboxState,
  { cc_token: token, order_3ds_bypass: bypass }: WireCreatePayment,
  card: SandboxCard | null,
): { card: SandboxCard | null; scenario: Scenario } {
  const now = state.clock.now();
  if (token === undefined) return { card, scenario: card ? scenarioOf(card, bypass, now) : INVALID_CARD };
  const known = state.ledger.cardOfToken(token);
  if (known) return { card: known, scenario: scenarioOf(known, 'never', now) };
  return { card: null, scenario: WALLET_TOKEN.test(token) ? SUCCESS : INVALID_CARD };
}
