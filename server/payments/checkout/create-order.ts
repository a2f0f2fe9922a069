import { toBase64url } from '../../contract/base64url.ts';
import type { NewOrderInput } from '../../contract/merchant-requests.ts';
import { type Order, orderSchema } from '../../contract/order.ts';
import { ProblemError } from '../../contract/problem.ts';
import { change, findOrder, readOrder } from '../desk.ts';
import { blockingAttempt } from '../order/admission.ts';
import { payingAttempt } from '../order/duplicate.ts';
import type { OrderParameters } from '../order/journal.ts';
import type { Snapshot } from '../order/order.ts';
import type { OrderState } from '../order/state.ts';
import { sameTerms, parametersOf, termsOf } from '../order/terms.ts';
import type { OrderClaim, PaymentDeps } from '../ports/deps.ts';
import { invalidAll } from '../refusals.ts';
import { cancelOrRefuse, isCancellable } from './cancel.ts';
import { requireSupported, unknownSubMerchants } from './checks.ts';

/**
 * Creates an order or changes its parameters: issues its token, and a payment page to send to a customer. An existing
 * payment page keeps its address and uses the new token. An open hosted payment over other terms is cancelled.
 * @throws ProblemError `invalid-input`, `order-unsupported`, `order-paid`, `payment-open` if a payment over other terms
 *   is open and cannot be cancelled, or is being reversed
 */
export async function createOrder(
  deps: PaymentDeps,
  { expiresIn, ...claim }: NewOrderInput,
): Promise<{ token: string; url: string }> {
  const order = readClaim(claim);
  const unknown = unknownSubMerchants(order.split, deps.config);
  if (unknown.length > 0) throw invalidAll(unknown);
  requireSupported(order, deps.config);
  const found = await makeWay(deps, order);
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1_000);
  const token = await deps.mintToken(claim, { issuedAt, expiresAt: issuedAt + expiresIn });
  const linkId = newLink();
  const { result } = await change(deps, found, ({ state }) => {
    requireFree(state, order);
    const link = state.linkId ?? linkId;
    // These parameters count from now on, regardless of the times in tokens.
    const nowS = Math.max(issuedAt, state.parameters?.issuedAt ?? 0);
    const parameters: OrderParameters = parametersOf(order, 'api', { issuedAt: null, nowS, linkId: link });
    return { facts: [{ kind: 'order-updated', parameters, secret: { token } }], result: link };
  });
  return { token, url: pageUrl(deps, result) };
}

/** Cancels an open hosted payment over other terms. */
async function makeWay(deps: PaymentDeps, order: Order): Promise<Snapshot> {
  const found = await readOrder(deps, order.id);
  const open = blockingAttempt(found.state);
  const isReplaced = open && !payingAttempt(found.state) && !sameTerms(open, termsOf(order));
  if (!isReplaced || !isCancellable(open)) return found;
  await cancelOrRefuse(deps, found, open);
  return readOrder(deps, order.id);
}

/** @throws ProblemError `order-paid`, `payment-open` */
function requireFree(state: OrderState, order: Order): void {
  if (payingAttempt(state)) throw new ProblemError('order-paid');
  const open = blockingAttempt(state);
  if (!open) return;
  if (open.status === 'success' || !sameTerms(open, termsOf(order))) throw new ProblemError('payment-open');
}

/** The order of a payment page and its last token, or null if there is none. */
export async function orderBehind(
  deps: Pick<PaymentDeps, 'store'>,
  linkId: string,
): Promise<{ token: string; order: Snapshot; parameters: OrderParameters } | null> {
  const order = await findOrder(deps, { kind: 'link', id: linkId });
  const { token = null, parameters = null } = order?.state ?? {};
  return order && token !== null && parameters ? { token, order, parameters } : null;
}

export function pageUrl({ config }: Pick<PaymentDeps, 'config'>, linkId: string): string {
  return `${config.publicUrl}/order/${linkId}`;
}

/** Applies the same schema as reading a token, so that an invalid order is refused now. */
function readClaim(claim: OrderClaim): Order {
  const result = orderSchema.safeParse(claim);
  if (result.success) return result.data;
  throw invalidAll(
    result.error.issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      code: issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : 'invalid',
    })),
  );
}

/** 128 random bits. */
function newLink(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(16)));
}
