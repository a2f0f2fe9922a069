import type { SessionView } from '../../server/contract/checkout-api.ts';
import type { PaymentMode } from '../../server/contract/words.ts';
import { CARD_FIELDS, type FieldName } from '../form/fields.ts';
import { canPay, type CheckoutState, isOpen, isReplaceable, isResumable, modeOf } from './phases.ts';

/** What a form offers for a session, in a certain state. Pure. */
export interface Offer {
  mode: PaymentMode | null;
  /** whether only a card is verified, which is always typed here (interface 1.6) */
  isLookup: boolean;
  /** whether the fields are shown: also while the session is loading, and after its token has expired */
  isShown: boolean;
  /** whether an open hosted page is offered */
  resumes: boolean;
  /** whether another card may take the place of one that waits to be confirmed */
  replaces: boolean;
  /** whether the hosted page is offered beside the form: it accepts more than cards */
  others: boolean;
  /** whether nothing was sent before the token expired: the main button asks for a fresh one */
  isExpired: boolean;
}

/**
 * @param attribute the tag's `mode`
 * @param secure whether the page is a secure context: cards are typed only there
 */
export function offerOf(
  session: SessionView,
  state: CheckoutState,
  attribute: string,
  secure: boolean,
): Offer {
  const { phase, payment, problem } = state;
  const isLookup = session.order.method === 'lookup';
  const offered = modeOf(session.modes, attribute, secure);
  // A form that leads to the hosted page has no card field, ever.
  const mode = isLookup && offered === 'hosted' ? null : offered;
  const isExpired = mode !== null && problem?.code === 'order-token-expired' && !isOpen(payment);
  const replaces = mode === 'direct' && isReplaceable(payment);
  const resumes = phase === 'ready' && !replaces && (isResumable(payment) || isReplaceable(payment));
  const mayType = phase === 'loading' || phase === 'submitting' || canPay(state) || isExpired;
  // A card may replace an open hosted page, but that of a lookup cannot be cancelled.
  const isBeside = mode === 'direct' && !isLookup;
  const isShown = mode !== null && mayType && (isBeside || !resumes);
  const others =
    isShown &&
    isBeside &&
    !isExpired &&
    !replaces &&
    attribute !== 'direct' &&
    session.modes.includes('hosted');
  return { mode, isLookup, isShown, resumes, replaces, others, isExpired };
}

/**
 * The fields to ask for, in order.
 * @param savedCard whether a saved card is chosen
 */
export function fieldsOf(session: SessionView, { mode }: Offer, savedCard: boolean): FieldName[] {
  const isDirect = mode === 'direct';
  const asked = isDirect ? session.customerFields : session.hostedCustomerFields;
  return [...(isDirect && !savedCard ? CARD_FIELDS : []), ...asked];
}
