import { guessSession } from './token.ts';

/** CSS pixels */
interface Room {
  width: number;
  /** the font size */
  em: number;
}

/**
 * Estimated height of the form in pixels, from the unverified order token and the available room, so that nothing moves
 * when it appears.
 * @param mode the tag's attribute
 */
export function likelyHeight(token: string, mode: string, { width, em }: Room): number {
  const { modes, brands, order, customerFields, hostedCustomerFields } = guessSession(token) ?? FULL;
  const isLookup = order.method === 'lookup';
  const isDirect = isLookup || (mode !== 'hosted' && modes.includes('direct'));
  const asked: readonly string[] = isDirect ? customerFields : hostedCustomerFields;
  const names = asked.filter((name) => name.endsWith('Name')).length;
  const isNarrow = width < 19 * em + 14;
  const pairs = (fields: number): number => (isNarrow ? fields : Math.ceil(fields / 2));
  const rows = (isDirect ? 1 + pairs(2) : 0) + pairs(names) + asked.length - names;
  const more = isDirect && !isLookup && mode !== 'direct' && modes.includes('hosted');
  return Math.round(rows * (54 + 2.12 * em) + (brands && isDirect ? 34 : 0) + (isDirect && !isLookup ? 56 : 98) + (more ? 58 : 0));
}

/** A token that cannot be read, or has rules of its own. */
const FULL = guessSession(`.${btoa('{"order":{"amount":"1","currency":"EUR"}}')}`) as NonNullable<ReturnType<typeof guessSession>>;
