import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { Phase } from './phases.ts';

/**
 * Finds the result that no frame reports: a frame that the page moves is loaded again, and knows nothing of what it showed
 * before. A tag without a frame that is moved reports what has changed meanwhile.
 */
export class LostResult {
  /** the order, and its payment and status, as last shown */
  #order = '';
  #shown = '';
  #isReloaded = false;

  /** The frame loads again. */
  reload(): void {
    this.#isReloaded = true;
  }

  /** To be called with every state of the frame. Returns a payment whose result is still to be reported. */
  see(phase: Phase, payment: PaymentView | null, order = ''): PaymentView | null {
    if (phase === 'loading') return null;
    const shown = payment ? `${payment.id} ${payment.status}` : '';
    const isNews = this.#isReloaded && order === this.#order && shown !== this.#shown;
    this.#order = order;
    this.#shown = shown;
    this.#isReloaded = false;
    return isNews && order && /(success|failure)$/.test(shown) ? payment : null;
  }
}
