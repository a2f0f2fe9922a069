import { CARDS } from '../support/cards.ts';
import type { SandboxFault } from '../support/sandbox-control.ts';
import { createRandom, type Random } from './random.ts';

/** What will happen to one order. Depends only on the seed and the order's number. */
export interface OrderPlan {
  id: string;
  /** decimal text */
  amount: string;
  /** the amount that the merchant changes to during the payment, or null */
  changedAmount: string | null;
  currency: string;
  method: 'purchase' | 'auth' | 'lookup';
  isSplit: boolean;
  /** who makes the order token: the shop itself, or the merchant API */
  createdBy: 'token' | 'api';
  /** another shop's payment under this order id, made before the first customer; null if there is none */
  stranger: StrangerPlan | null;
  /** set at the sandbox before the first customer; timing decides which requests they affect */
  faults: SandboxFault[];
  /** tabs of the same customer, side by side */
  tabs: TabPlan[];
  /** later actions of the merchant, the portal and others, in this order */
  steps: StepPlan[];
}

export interface TabPlan {
  mode: 'direct' | 'hosted';
  /** one per attempt */
  cards: string[];
  /** the card that a customer types first on a hosted page, and that is declined; null if there is none */
  declinedFirst: string | null;
  /** equal requests at once, as after a double click */
  copies: number;
  decision: 'approve' | 'reject' | 'leave';
}

/** A payment of another shop of the same project. */
export interface StrangerPlan {
  mode: 'direct' | 'hosted';
  method: 'purchase' | 'auth';
  /** decimal text */
  amount: string;
  card: string;
  /** whether the shop has pay-form too: then the address for the customer's return names another payment */
  hasPayForm: boolean;
  /** made an hour before the others */
  isOld: boolean;
}

export type StepPlan =
  | { by: 'merchant'; call: 'capture' | 'void' | 'refund'; amount: string | null; copies: number }
  | { by: 'merchant'; call: 'cancel' | 'resend' | 'read' }
  | { by: 'portal'; method: 'capture' | 'void' | 'refund'; amount: string | null }
  | { by: 'portal'; method: 'again' }
  | { by: 'stranger' };

const CURRENCIES = ['UAH', 'UAH', 'EUR', 'USD'];
const GOOD_CARDS = [CARDS.success, CARDS.success, CARDS.amex, CARDS.challenge, CARDS.pendingThenSuccess];
const BAD_CARDS = [
  CARDS.rejected,
  CARDS.insufficientFunds,
  CARDS.expired,
  CARDS.invalid,
  CARDS.chargedButError,
  CARDS.chargedButCut,
  CARDS.notChargedCut,
];

/** Every fault of the sandbox's README; those that apply to only one request are listed separately. */
const ANYWHERE = [
  ['late', 'late-before', 'never', 'never-before', 'reset-before', 'reset-after', 'garbage', 'empty', 'cut'],
  ['error-500-before', 'error-500-after', 'error-503-before', 'rate-limit-before', 'disguised'],
  ['wrong-amount', 'wrong-currency', 'wrong-order-id', 'wrong-pos-id', 'wrong-method'],
].flat();
/** Liberties of a gateway, which are no faults. */
const LIBERTIES = ['without-times', 'upper-case-ids'];
const OF_OPERATION = ['without-operation-id', ...LIBERTIES];
const INCOMPLETE = ['pending-without-url', 'pending-unknown-error', 'redirect-nowhere', 'redirect-elsewhere'];
const ON_CREATE = [...ANYWHERE, ...INCOMPLETE];
const ON_OPERATION = [...ANYWHERE, 'decline', 'decline-limit'];
const ON_WEBHOOK = [
  ['lost', 'lost', 'late', 'duplicate', 'duplicate', 'reordered', 'reordered', 'unpadded'],
  ['forged-signature', 'wrong-amount', 'wrong-currency', 'wrong-order-id', 'wrong-pos-id'],
].flat();
/** The webhook of an external operation must not be lost for good: nothing else would report it. */
const ON_WEBHOOK_OF_PORTAL = ['late', 'duplicate', 'duplicate', 'reordered', 'unpadded'];
/** A payment may arrive long after we gave up on it; an operation only within the grace time. */
const LATEST_PAYMENT_MS = 9_000;
const LATEST_MS = 2_000;

/** The plan of the order with this number. Equal for equal arguments. */
export function planOrder(seed: number, number: number): OrderPlan {
  const random = createRandom(seed, `order ${number}`);
  const id = `chaos-${seed}-${String(number).padStart(6, '0')}`;
  const method = random.pick(['purchase', 'purchase', 'purchase', 'auth', 'auth', 'lookup'] as const);
  const whole = 50 + random.below(200);
  const steps = planSteps(random, method);
  const isSplit = method === 'purchase' && random.chance(0.15);
  return {
    id,
    amount: `${whole}.00`,
    changedAmount: !isSplit && random.chance(0.08) ? `${whole + 7}.00` : null,
    currency: random.pick(CURRENCIES),
    method,
    isSplit,
    createdBy: random.chance(0.5) ? 'token' : 'api',
    tabs: Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => planTab(random, method)),
    steps,
    stranger: null,
    faults: planFaults(random, id, steps),
  };
}

function planFaults(random: Random, orderId: string, steps: readonly StepPlan[]): SandboxFault[] {
  const faults: SandboxFault[] = [];
  const onWebhook = hasPortal(steps) ? ON_WEBHOOK_OF_PORTAL : ON_WEBHOOK;
  const add: AddFault = (...wanted) => faults.push(...someFault(random, orderId, ...wanted));
  add(0.2, 'create', LIBERTIES);
  add(0.25, 'read', OF_OPERATION);
  for (const on of ['capture', 'void', 'refund'] as const) add(0.2, on, OF_OPERATION);
  for (const on of ['capture', 'refund'] as const) add(0.15, on, ['less-done', 'more-done']);
  add(0.35, 'create', ON_CREATE);
  add(0.2, 'read', ANYWHERE);
  for (const on of ['capture', 'void', 'refund'] as const) add(0.15, on, ON_OPERATION);
  add(0.1, 'cancel', ANYWHERE);
  add(0.01, 'any', ['too-large']);
  for (let count = 0; count < 3; count += 1) {
    add(0.3, 'webhook', onWebhook);
    add(0.2, 'webhook', OF_OPERATION);
  }
  if (random.chance(0.2)) faults.push(newestFirst(orderId, random));
  return faults;
}

export const hasPortal = (steps: readonly StepPlan[]): boolean => steps.some(({ by }) => by === 'portal');

export type AddFault = (share: number, on: SandboxFault['on'], kinds: readonly string[]) => void;

/** A fault of one of these kinds, in this share of all orders. */
export function someFault(
  random: Random,
  orderId: string,
  ...[share, on, kinds]: Parameters<AddFault>
): SandboxFault[] {
  if (!random.chance(share)) return [];
  const fault = {
    on,
    kind: random.pick(kinds),
    delayMs: random.below(on === 'create' ? LATEST_PAYMENT_MS : LATEST_MS),
    times: 1,
  };
  return [on === 'webhook' ? { ...fault, orderId } : fault];
}

export function newestFirst(orderId: string, random: Random): SandboxFault {
  return { on: 'webhook', kind: 'newest-first', orderId, delayMs: random.below(LATEST_MS), times: 4 };
}

function planTab(random: Random, method: OrderPlan['method']): TabPlan {
  const card = () => random.pick(random.chance(0.65) ? GOOD_CARDS : BAD_CARDS);
  return {
    mode: method !== 'lookup' && random.chance(0.25) ? 'hosted' : 'direct',
    cards: [card(), card(), CARDS.success],
    declinedFirst: null,
    copies: random.pick([1, 1, 2, 3]),
    decision: random.pick(['approve', 'approve', 'approve', 'reject', 'leave'] as const),
  };
}

/** The merchant's partial amounts are unique in an order; the portal may move the same one. */
function planSteps(random: Random, method: OrderPlan['method']): StepPlan[] {
  const copies = () => random.pick([1, 1, 2, 3]);
  const steps: StepPlan[] = [];
  if (random.chance(0.1)) steps.push({ by: 'merchant', call: 'cancel' });
  if (random.chance(0.15)) steps.push({ by: 'stranger' });
  if (method === 'auth') steps.push(...planAuthEnd(random, copies));
  for (let number = 1; number <= 3; number += 1) {
    if (random.chance(0.35))
      steps.push({ by: 'merchant', call: 'refund', amount: `1.0${number}`, copies: copies() });
    if (random.chance(0.1))
      steps.push({ by: 'portal', method: 'refund', amount: `${random.pick([1, 2])}.0${number}` });
  }
  if (random.chance(0.15)) steps.push({ by: 'merchant', call: 'resend' });
  if (random.chance(0.15)) steps.push({ by: 'portal', method: 'again' });
  if (random.chance(0.1)) steps.push({ by: 'merchant', call: 'refund', amount: null, copies: copies() });
  if (random.chance(0.2)) steps.push({ by: 'merchant', call: 'read' });
  return steps;
}

function planAuthEnd(random: Random, copies: () => number): StepPlan[] {
  const call = random.pick(['capture', 'capture', 'capture', 'void'] as const);
  const amount = call === 'capture' && random.chance(0.5) ? '31.17' : null;
  if (random.chance(0.1)) return [{ by: 'portal', method: call, amount }];
  return [{ by: 'merchant', call, amount, copies: copies() }];
}

/** Settings of the sandbox (`server/sandbox/README.md`) for a whole run: liberties that a real gateway takes. */
export interface GatewayPlan {
  clockOffsetSeconds: number;
  /** less than the companions' grace time by the latest arrival of an operation */
  readLagSeconds: number;
  payerFeePercent: number;
}

/** Ahead and behind, within the minute that the companion tolerates and beyond it. */
const CLOCKS = [0, 200, -40, -170, 45, 600, -3_600];
const LAGS = [0, 2, 1, 2, 0.5];
const FEES = [0, 2, 0, 1.5];

/** The gateway of a run. Depends only on the seed; consecutive seeds have different ones. */
export function planGateway(seed: number): GatewayPlan {
  const of = (all: readonly number[]) => all[seed % all.length] ?? 0;
  return { clockOffsetSeconds: of(CLOCKS), readLagSeconds: of(LAGS), payerFeePercent: of(FEES) };
}
