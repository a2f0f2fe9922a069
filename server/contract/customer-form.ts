import type { CustomerField } from './checkout-api.ts';

/** What a browser needs to know of an input. */
export interface InputTraits {
  /** the standard token (HTML, 4.10.18.7: autofill) */
  readonly autocomplete: string;
  /** of the input; text where not given */
  readonly type?: 'email' | 'tel' | 'date';
}

/**
 * The inputs of the customer fields, in the order in which they are asked: for the tag and for the plain form. Free of
 * dependencies so that the widget can carry them. Their labels stand in `labels-en.ts` and the like, a language a file.
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

/** What the customer fields are called in one language. */
export type CustomerLabels = Readonly<Record<CustomerField, string>>;
