import { CARDS } from '../support/cards.ts';
import type { SandboxFault } from '../support/sandbox-control.ts';
import {
  type AddFault,
  type GatewayPlan,
  hasPortal,
  newestFirst,
  type OrderPlan,
  planGateway,
  planOrder,
  type StepPlan,
  someFault,
  type StrangerPlan,
  type TabPlan,
} from './plan.ts';
import { createRandom, type Random } from './random.ts';

/**
 * The honest profile: the customers and the merchant of plan.ts, and a gateway and a network that lose, delay, repeat
 * and reorder, and never say what is not true. No order of it needs a person.
 */

/** Requests and answers that the network or a proxy loses, delays or replaces. */
const NETWORK = [
  ['late', 'late-before', 'never', 'never-before', 'reset-before', 'reset-after', 'garbage', 'empty', 'cut'],
  ['error-500-before', 'error-500-after', 'error-503-before', 'rate-limit-before', 'disguised'],
].flat();
const TIMES = ['times-zone', 'times-no-seconds', 'times-blank', 'times-epoch'];
/** Liberties of a gateway with its answers and webhooks. */
const LIBERTIES = ['upper-case-ids', 'code-beside-args', ...TIMES];
const ON_CREATE = [...NETWORK, 'repeated', 'repeated', 'redirect-302', 'redirect-nowhere'];
/** A payment that is shown as pending at first. Where a refusal is a payment that failed, this would be a lie. */
const PENDING = ['pending-without-url', 'pending-unknown-error'];
const ON_READ = [...NETWORK, 'path-unknown', 'path-unknown'];
const ON_OPERATION = [...NETWORK, 'decline', 'decline-limit'];
const ON_WEBHOOK = ['late', 'duplicate', 'duplicate', 'reordered', 'reordered', 'unpadded'];
const UNUSUAL_WEBHOOK = ['without-times', 'upper-case-ids', ...TIMES];

const DECLINED = [CARDS.rejected, CARDS.insufficientFunds, CARDS.expired, CARDS.invalid];

/** The honest plan of the order with this number. Equal for equal arguments. */
export function planHonestOrder(seed: number, number: number): OrderPlan {
  const random = createRandom(seed, `honest order ${number}`);
  const plan = planOrder(seed, number);
  const steps = planSteps(plan);
  const tabs = plan.tabs.map((tab) => ({
    ...tab,
    declinedFirst: random.chance(0.6) ? random.pick(DECLINED) : null,
  }));
  const onCreate = planHonestGateway(seed).errorCodes === 'payment' ? ON_CREATE : [...ON_CREATE, ...PENDING];
  const faults = planFaults(random, { ...plan, steps }, onCreate);
  return { ...plan, steps, faults, ...planStranger(random, { ...plan, tabs }) };
}

/**
 * What would leave open which money is meant does not happen. The merchant moves none of an order that it has changed.
 * Where a second payment may come, one of the two has to go back: there the portal does nothing, and the merchant
 * returns nothing (ARCHITECTURE.md, decision 6). The portal does nothing that the merchant does too: which of two
 * refunds an unanswered one is, only a person can tell (ARCHITECTURE.md, decision 4).
 */
function planSteps({ steps, tabs, changedAmount }: OrderPlan): StepPlan[] {
  const isChanged = changedAmount !== null;
  const isOnlyPayment = !isChanged && tabs.length === 1 && tabs[0]?.mode === 'direct';
  return steps
    .filter((step) => isOnlyPayment || (step.by !== 'portal' && !isReturn(step)))
    .filter((step) => step.by !== 'portal' || !steps.some((other) => isOurs(other, step.method)))
    .filter((step) => !isChanged || !('amount' in step))
    .map((step, index) =>
      step.by === 'portal' && step.method === 'refund' ? { ...step, amount: `3.${10 + index}` } : step,
    );
}

const isOurs = (step: StepPlan, method: string): boolean =>
  step.by === 'merchant' && 'copies' in step && step.call === method;

const isReturn = (step: StepPlan): boolean =>
  step.by === 'merchant' && (step.call === 'void' || step.call === 'refund');

function planFaults(
  random: Random,
  { id: orderId, steps }: OrderPlan,
  onCreate: readonly string[],
): SandboxFault[] {
  const faults: SandboxFault[] = [];
  const add: AddFault = (...wanted) => faults.push(...someFault(random, orderId, ...wanted));
  add(0.35, 'create', onCreate);
  add(0.2, 'create', LIBERTIES);
  add(0.3, 'read', ON_READ);
  add(0.2, 'read', LIBERTIES);
  for (const on of ['capture', 'void', 'refund'] as const) {
    add(0.15, on, ON_OPERATION);
    add(0.2, on, LIBERTIES);
  }
  add(0.1, 'cancel', NETWORK);
  for (let count = 0; count < 3; count += 1) {
    // Nothing else would report an operation that was made in the portal.
    add(0.3, 'webhook', hasPortal(steps) ? ON_WEBHOOK : [...ON_WEBHOOK, 'lost', 'lost', 'lost']);
    add(0.2, 'webhook', UNUSUAL_WEBHOOK);
  }
  if (random.chance(0.2)) faults.push(newestFirst(orderId, random));
  return faults;
}

type Customers = Pick<OrderPlan, 'tabs' | 'stranger'>;

/**
 * Under one order id in ten another shop has been paid: also by the card of our customer, and the same amount. What the
 * same card paid a moment ago, and nothing names, could be ours as far as anybody can tell: that was an hour ago.
 */
function planStranger(random: Random, { tabs, amount }: OrderPlan): Customers {
  if (!random.chance(0.1)) return { tabs, stranger: null };
  const [isSameCard, hasPayForm] = [random.chance(0.5), random.chance(0.5)];
  const stranger: StrangerPlan = {
    mode: random.pick(['direct', 'direct', 'hosted']),
    method: random.pick(['purchase', 'auth']),
    amount: random.chance(0.5) ? amount : '77.00',
    card: isSameCard ? CARDS.success : CARDS.mastercard,
    hasPayForm,
    isOld: (isSameCard && !hasPayForm) || random.chance(0.5),
  };
  return { tabs: isSameCard ? tabs.map(withGoodCard) : tabs, stranger };
}

const withGoodCard = (tab: TabPlan): TabPlan => ({
  ...tab,
  cards: tab.cards.map((card, index) => (index === 0 ? CARDS.success : card)),
});

/** Settings of the sandbox for a whole run: how an honest gateway may write what it says. */
export interface HonestGatewayPlan extends GatewayPlan {
  timeForm: string;
  errorCodes: string;
  takenStatus: number;
  declinedOnPage: string;
}

/** Clocks that are wrong, and local times. The lists have lengths without a common factor. */
const CLOCKS = [0, -75, 10_800, 200, -10_800, 75, 20_700, -170, 50_400, 0, -43_200];
const TIME_FORMS = ['plain', 'zone', 'no-seconds', 'plain', 'blank', 'epoch-seconds', 'epoch-milliseconds'];
const ERROR_CODES = ['in-args', 'payment', 'in-args', 'payment', 'beside-args'];
const DECLINED_ON_PAGE = ['told', 'told-anew', 'kept'];

/** The honest gateway of a run. Depends only on the seed; consecutive seeds have different ones. */
export function planHonestGateway(seed: number): HonestGatewayPlan {
  const of = <T>(all: readonly T[]) => all[seed % all.length] as T;
  return {
    ...planGateway(seed),
    clockOffsetSeconds: of(CLOCKS),
    timeForm: of(TIME_FORMS),
    errorCodes: of(ERROR_CODES),
    takenStatus: of([400, 409]),
    declinedOnPage: of(DECLINED_ON_PAGE),
  };
}
