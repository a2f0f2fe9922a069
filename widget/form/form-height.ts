import type { SessionView } from '../../server/contract/checkout-api.ts';
import { MOST_IN_FIELD } from './field-view.ts';
import { modeOf } from '../checkout/phases.ts';
import { guessSession } from '../checkout/token.ts';

/** CSS pixels */
interface Room {
  width: number;
  /** the font size */
  em: number;
}

/**
 * Estimated height of the form in pixels, from the unverified order token and the available room, so that nothing moves
 * when it appears.
 * @param attribute the tag's `mode`
 */
export function likelyHeight(token: string, attribute: string, { width, em }: Room): number {
  const session = guessSession(token, FULL) ?? FULL;
  const { modes, brands, order, customerFields, hostedCustomerFields } = session;
  const isLookup = order.method === 'lookup';
  const mode = modeOf(modes, attribute, true);
  const isDirect = mode === 'direct';
  const asked: readonly string[] = isDirect ? customerFields : hostedCustomerFields;
  const names = asked.filter((name) => name.endsWith('Name')).length;
  // Two fields share a row where there is room.
  const rows = (fields: number): number => (width < 16 * em + 14 ? fields : Math.ceil(fields / 2));
  const card = isDirect || isLookup ? 1 + rows(2) : 0;
  const isRow = brands && (brands.length > MOST_IN_FIELD || width <= 20 * Math.max(em, 16));
  const others = isDirect && !isLookup && attribute !== 'direct' && modes.includes('hosted');
  const fields = (card + rows(names) + asked.length - names) * (57 + 2.12 * em);
  return Math.round(
    fields + 60 + (isRow && card ? 34 : 0) + (isDirect ? 0 : 24 + 1.14 * em) + (others ? 54 : 0),
  );
}

/** For a token that cannot be read, or has rules that decide on the fields. */
const FULL: SessionView = {
  order: { id: '', amount: '', currency: '', description: '', method: 'purchase' },
  modes: ['direct', 'hosted'],
  customerFields: ['firstName', 'lastName', 'email', 'phone'],
  hostedCustomerFields: ['email', 'phone'],
  brands: null,
  savedCards: [],
  savable: false,
  payment: null,
  attemptsLeft: 1,
  hostedMethods: [],
  test: false,
};
