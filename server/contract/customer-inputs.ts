/** Fields of the customer that the form can ask for. */
export const CUSTOMER_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'birthday', 'taxId'] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** The HTML attributes of an input. */
export interface InputTraits {
  /** the standard token (HTML, 4.10.18.7: autofill) */
  readonly autocomplete: string;
  /** of the input; text if not given */
  readonly type?: 'email' | 'tel' | 'date';
}

/**
 * The inputs of the customer fields, in display order, for the tag and for the plain form. Without dependencies, so
 * that the widget can include them. Their labels are in `widget/messages/`.
 */
export const CUSTOMER_INPUTS: Readonly<Record<CustomerField, InputTraits>> = {
  firstName: { autocomplete: 'given-name' },
  lastName: { autocomplete: 'family-name' },
  email: { autocomplete: 'email', type: 'email' },
  phone: { autocomplete: 'tel', type: 'tel' },
  birthday: { autocomplete: 'bday', type: 'date' },
  // The standard has no token for it.
  taxId: { autocomplete: 'off' },
};

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
