/** The phone numbers that page and companion accept. Without dependencies, so that the widget can include it. */

/**
 * Converts a typed or copied phone number to the form that the gateway gets: contact lists add hidden characters, some
 * countries use dots or slashes, and some people put the country code in brackets.
 */
export function plainPhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\s./]+/g, ' ')
    .trim()
    .replace(/^\((\+[\d ]+)\)/, '$1');
}

/** The format of a {@link plainPhone}: at least six digits. */
export const PHONE = /^\+?(?=(\D*\d){6})[\d ()-]{6,24}$/;

/** The longest phone number has 15 digits (ITU-T E.164): a longer one may be a card number. */
export const hasPhoneLength = (plain: string): boolean => plain.replace(/\D/g, '').length < 16;
