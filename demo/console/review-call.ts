import type { ShareView } from '../../server/contract/merchant-api.ts';
import type { Action } from './route.ts';

/** A call of the merchant API that resolves a review entry, as far as the console can make it. */
export type ReviewCall =
  /** an operator states the outcome; `path` is below `/api/` */
  | { kind: 'resolve'; path: string }
  /** money is moved */
  | {
      kind: 'operate';
      orderId: string;
      action: Action;
      paymentId: string | null;
      /** the most of each share if the user has to state the shares, otherwise null */
      shares: ShareView[] | null;
    }
  /** for the shop's own programs, such as updating the order */
  | { kind: 'other'; text: string };

/** Parses a call from `GET /api/review`: `POST /api/orders/A-1/refund {"paymentId":"…"}`. */
export function parseCall(text: string): ReviewCall {
  const [, path = '', body = ''] = /^POST \/api\/(\S+)(?: (\{.*\}))?$/.exec(text) ?? [];
  const resolved = /^((?:payments|operations)\/[\w-]+)\/resolve$/.exec(path)?.[1];
  if (resolved) return { kind: 'resolve', path: resolved };
  const [, orderId, action] = /^orders\/([^/]+)\/(refund|void|capture|cancel)$/.exec(path) ?? [];
  if (orderId && action) {
    const named = { paymentId: paymentIdOf(body), shares: sharesOf(body) };
    return { kind: 'operate', orderId, action: action as Action, ...named };
  }
  return { kind: 'other', text };
}

function paymentIdOf(body: string): string | null {
  return /"paymentId":"([\w-]+)"/.exec(body)?.[1] ?? null;
}

function sharesOf(body: string): ShareView[] | null {
  const shares = [...body.matchAll(/"subMerchantId":"([\w-]+)","amount":"at most ([\d.]+)"/g)];
  if (shares.length === 0) return null;
  return shares.map(([, subMerchantId = '', amount = '']) => ({ subMerchantId, amount }));
}

/** Why something needs review, and how to decide, by the merchant API's reason. */
const REASONS: Readonly<Record<string, string>> = {
  'contradicting-ends': 'The gateway reported two different ends of it.',
  'operation-on-failure': 'The gateway performed an operation on it, although it had failed.',
  'amount-mismatch': 'The gateway reported another amount than was asked for.',
  'currency-mismatch': 'The gateway reported another currency than was asked for.',
  'card-mismatch': 'The gateway reported another card than was sent.',
  'mode-mismatch': 'The gateway reported another payment mode than was asked for.',
  'method-mismatch': 'The gateway reported another method than was asked for.',
  'pos-id-mismatch': 'The gateway reported it for another project.',
  'order-id-mismatch': 'The gateway reported it under another order id.',
  'payment-id-mismatch': 'The gateway reported another payment under its order id.',
  'order-id-exists': 'The gateway knows a payment under this order id that was not sent from here.',
  'begun-before': 'The gateway knows a payment under this order id that is older than the attempt.',
  'other-terms': 'It succeeded over terms that the order no longer has.',
  'no-report': 'It has been open for a day, or no report tells which of the gateway’s operations it is.',
  'reversed-in-part': 'The order was paid twice, and one payment could be returned only in part.',
  'reversal-declined': 'The order was paid twice, and the gateway declined to return one of them.',
  'other-payment-returned': 'The order was paid twice, and one was returned in the gateway’s portal.',
  'unconfirmed-duplicate': 'The order seems paid twice, and the gateway has not confirmed both.',
  'amount-unknown': 'The gateway reported an operation without an amount that can be read.',
};

export const reasonText = (reason: string): string => REASONS[reason] ?? `It needs a decision (${reason}).`;
