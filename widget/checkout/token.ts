import type { SessionView } from '../../server/contract/checkout-api.ts';
import type { CustomerField } from '../../server/contract/customer-inputs.ts';
import { keep, kept } from '../storage.ts';

/** The fields that a direct payment asks for, and those of any payment (interface 1.3, 1.4). */
const NAMES: readonly CustomerField[] = ['firstName', 'lastName'];
const CONTACT: readonly CustomerField[] = ['email', 'phone'];

interface Payload {
  order: Omit<SessionView['order'], 'method'> & {
    method?: SessionView['order']['method'];
    modes?: SessionView['modes'];
    brands?: SessionView['brands'];
    customer?: Readonly<Record<string, unknown>> | null;
    rules?: object;
    returnUrl?: string;
  };
  /** Unix time in seconds */
  exp?: number;
  /** in the token of a payment page */
  paymentPage?: string;
}

/** What a companion offers for any order. */
type Offered = Pick<SessionView, 'modes' | 'hostedMethods'>;

const keyOf = (src: string): string => `pay-form:${src}`;

/** What the companion offered last in this browser, or null. */
export function offeredBy(src: string): Offered | null {
  const offered = kept('localStorage', keyOf(src)) as Offered | null;
  return Array.isArray(offered?.modes) && Array.isArray(offered.hostedMethods) ? offered : null;
}

/** Keeps what the companion offers, so that its next form is right from the first paint on. */
export function keepOffered(src: string, token: string, { modes, hostedMethods }: Offered): void {
  if (!modesOf(token)) keep('localStorage', keyOf(src), { modes, hostedMethods });
}

/** The modes that the token allows; undefined if it does not say so. */
export const modesOf = (token: string): SessionView['modes'] | undefined => payloadOf(token)?.order.modes;

/**
 * The session as an order token suggests it, so that the form can be shown before the companion has answered. The token is
 * not verified. Null if it has no amount or currency. If it has rules that decide on the fields, they are those of
 * `before`, but the order is the token's.
 * @param offered what the companion is known to offer
 */
export function guessSession(
  token: string,
  before: SessionView | null = null,
  offered: Offered | null = before,
): SessionView | null {
  const payload = payloadOf(token);
  if (!payload) return before;
  const { id, amount, currency, description, method = 'purchase', ...more } = payload.order;
  const { modes, brands = null, customer, rules } = more;
  if (!(Number(amount) > 0) || !currency) return null;
  const order = { id, amount, currency, description, method };
  if (rules) return before && { ...before, order };
  const missing = (name: CustomerField) => method !== 'lookup' && !customer?.[name];
  const contact = CONTACT.filter(missing);
  return {
    order,
    modes: modes ?? offered?.modes ?? ['direct', 'hosted'],
    customerFields: [...NAMES.filter(missing), ...contact],
    hostedCustomerFields: contact,
    brands,
    savedCards: [],
    savable: false,
    payment: null,
    attemptsLeft: 1,
    hostedMethods: offered?.hostedMethods ?? [],
    test: false,
  };
}

/**
 * Whether the browser leaves the page after a success: for the order's `returnUrl`, or from a payment page for its status
 * page. A customer of an order without a `returnUrl` stays. True for a token that cannot be read.
 */
export function leadsOn(token: string): boolean {
  const payload = payloadOf(token);
  return !payload || (payload.paymentPage ?? payload.order.returnUrl) !== undefined;
}

/** The time, but no later than the token's end: the clock of the customer's computer may be ahead. */
export function notAfter(token: string, now: Date): Date {
  return new Date(Math.min(+now, endOf(token)));
}

/** When the token ends, Unix time in milliseconds; infinite if that cannot be read. */
export const endOf = (token: string): number => Number(payloadOf(token)?.exp) * 1000 || Infinity;

/** The customer's id in the token, or undefined. Non-ASCII letters come out garbled, but always in the same way. */
export const customerOf = (token: string): unknown => payloadOf(token)?.order.customer?.['id'];

/** Null if it cannot be read. Non-ASCII text comes out garbled: none of it is shown. */
function payloadOf(token: string): Payload | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const payload = JSON.parse(text) as Partial<Payload> | null;
    return payload?.order ? (payload as Payload) : null;
  } catch {
    return null;
  }
}
