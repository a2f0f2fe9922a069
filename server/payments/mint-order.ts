import type { NewOrderInput } from '../contract/merchant-api.ts';
import { type Order, orderSchema } from '../contract/order.ts';
import type { PaymentDeps } from './deps.ts';
import { requireSupported } from './modes.ts';
import { orderRecord } from './order-record.ts';
import type { OrderRecord } from './payment.ts';
import { invalidAll } from './refusals.ts';
import { requireUnpaid } from './reserve.ts';
import { unknownSubMerchants } from './sub-merchants.ts';

/**
 * States an order: makes its token, and a payment page to send to a customer. A page that the order has already keeps
 * its address and leads to the new token.
 * @throws ProblemError `invalid-input`, `order-unsupported`, `order-paid`, `payment-open` while its only success is given back
 */
export async function mintOrder(
  deps: PaymentDeps,
  { expiresIn, ...claim }: NewOrderInput,
): Promise<{ token: string; url: string }> {
  const order = readOrder(claim);
  const strangers = unknownSubMerchants(order.split, deps.config);
  if (strangers.length > 0) throw invalidAll(strangers);
  requireSupported(order, deps.config);
  const token = await deps.mintToken(claim, expiresIn);
  const linkId = await deps.store.transaction(async (tx) => {
    requireUnpaid(await tx.paymentsOfOrder(order.id));
    const known = await tx.findOrder(order.id);
    const link = known?.linkId ?? newLink();
    await tx.saveOrder({ ...orderRecord(order, deps.clock.now().toISOString()), token, linkId: link });
    return link;
  });
  return { token, url: pageUrl(deps, linkId) };
}

/** The order behind a payment page and its last token, or null where there is none. */
export async function orderPage(
  deps: Pick<PaymentDeps, 'store'>,
  linkId: string,
): Promise<{ token: string; order: OrderRecord } | null> {
  const order = await deps.store.findOrderByLink(linkId);
  return order?.token ? { token: order.token, order } : null;
}

export function pageUrl({ config }: Pick<PaymentDeps, 'config'>, linkId: string): string {
  return `${config.publicUrl}/order/${linkId}`;
}

/** Whoever reads the token reads it so; what would be refused then is refused now. */
function readOrder(claim: Omit<NewOrderInput, 'expiresIn'>): Order {
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
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
