import type { CustomerLabels } from './customer-form.ts';

/** What the customer fields are called in Ukrainian. */
export const LABELS_UK: CustomerLabels = {
  firstName: 'Ім’я',
  lastName: 'Прізвище',
  email: 'Електронна пошта',
  phone: 'Телефон',
  birthday: 'Дата народження',
  taxId: 'Податковий номер',
};
