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
  mismatch: 'The gateway reported something that cannot be this payment.',
  contradicted: 'The gateway reported two different ends or amounts of it.',
  overdue: 'It has been open for more than a day.',
  'other-terms': 'It succeeded over terms that the order no longer has.',
  duplicate: 'The order was paid twice, and one of the payments could not be returned by itself.',
  'operation-unclear': 'No report tells which of the gateway’s operations it is.',
};

export const reasonText = (reason: string): string => REASONS[reason] ?? `It needs a decision (${reason}).`;
