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
