/** Phone numbers: what page and companion take for one. Free of dependencies so that the widget can carry it. */

/**
 * A phone number as people copy it, as the gateway gets it: contact lists hide marks in it, some countries write dots or
 * slashes, and some people put the code of their country in brackets.
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

/** What a {@link plainPhone} looks like. */
export const PHONE = /^\+?[\d ()-]{6,24}$/;

/** The longest phone number has 15 digits (ITU-T E.164): more may be a card. */
export const hasPhoneLength = (plain: string): boolean => plain.replace(/\D/g, '').length < 16;
