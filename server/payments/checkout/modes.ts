import type { PaymentMode } from '../../contract/checkout-api.ts';
import type { Order } from '../../contract/order.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { PaymentConfig } from '../ports/deps.ts';
import { unknownSubMerchants } from './sub-merchants.ts';

/** What decides on whether an order can be paid here. */
type Offered = Pick<PaymentConfig, 'direct' | 'subMerchants'>;

/** The modes in which an order may be paid, preferred first: what the companion has enabled, narrowed by the order. */
export function modesFor(order: Order, config: Pick<PaymentConfig, 'direct'>): PaymentMode[] {
  return enabledFor(order, config).filter((mode) => order.modes?.includes(mode) ?? true);
}

function enabledFor({ method }: Order, { direct }: Pick<PaymentConfig, 'direct'>): PaymentMode[] {
  if (direct) return ['direct', 'hosted'];
  // A hosted lookup carries the card all the same (Create payment, rule 8): no use where cards may not be typed.
  return method === 'lookup' ? [] : ['hosted'];
}

/** @throws ProblemError `order-unsupported` for orders that cannot be paid here in any way */
export function requireSupported(order: Order, config: Offered): void {
  const unknown = unknownSubMerchants(order.split, config);
  if (unknown.length > 0) {
    throw new ProblemError('order-unsupported', 'A sub-merchant of the order is not known here.', unknown);
  }
  if (modesFor(order, config).length > 0) return;
  const why =
    order.method === 'lookup'
      ? 'A card can be verified only where card data may be typed in, which is switched off here.'
      : 'The order is only for direct payments, which are switched off here.';
  throw new ProblemError('order-unsupported', why);
}

/** @throws ProblemError `mode-not-allowed`, `order-unsupported` */
export function requireMode(order: Order, mode: PaymentMode, config: Offered): void {
  requireSupported(order, config);
  if (!modesFor(order, config).includes(mode)) throw new ProblemError('mode-not-allowed');
}
