import type { CustomerLabels } from './customer-form.ts';

/** What the customer fields are called in English. */
export const LABELS_EN: CustomerLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  birthday: 'Date of birth',
  taxId: 'Tax number',
};
