const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Twelve digits or more, with up to one separator between any two of them. */
const LIKE_A_CARD_NUMBER = /\d(?:[^0-9A-Za-z]?\d){11}/;

/** Whether a text that is about to be kept or logged may hold a card number. Digits inside a UUID are none. */
export function looksLikeCardNumber(text: string): boolean {
  return LIKE_A_CARD_NUMBER.test(text.replaceAll(UUID, ' x '));
}
