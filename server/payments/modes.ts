import type { PaymentMode } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentConfig } from './deps.ts';

/** The ways in which an order may be paid, preferred first: what the companion has enabled, narrowed by the order. */
export function modesFor(order: Order, config: Pick<PaymentConfig, 'direct'>): PaymentMode[] {
  const enabled: PaymentMode[] = config.direct ? ['direct', 'hosted'] : ['hosted'];
  // A hosted lookup needs the card fields all the same (Create payment, rule 8): no use where cards may not be typed.
  const possible = order.method === 'lookup' ? enabled.filter((mode) => mode === 'direct') : enabled;
  return possible.filter((mode) => order.modes?.includes(mode) ?? true);
}

/** @throws ProblemError `order-unsupported` for orders that cannot be paid here in any way */
export function requireSupported(order: Order): void {
  if (order.split) throw new ProblemError('order-unsupported', 'Split payments are not offered here.');
}

/** @throws ProblemError `mode-not-allowed`, `order-unsupported` */
export function requireMode(order: Order, mode: PaymentMode, config: Pick<PaymentConfig, 'direct'>): void {
  requireSupported(order);
  if (!modesFor(order, config).includes(mode)) throw new ProblemError('mode-not-allowed');
}
