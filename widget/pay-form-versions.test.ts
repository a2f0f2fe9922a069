import { expect, test } from 'vitest';
import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { CustomerField } from '../server/contract/customer-inputs.ts';
import { payment } from './fake-companion.ts';
import { act, companion, open, reaches, see, useCompanion } from './form-harness.ts';

/** A page that stays open while its companion is updated: the tag meets words that it does not know. */

useCompanion();

test('a customer field that the tag does not know is left out, and the companion decides', async () => {
  companion.session({ customerFields: ['firstName', 'middleName' as CustomerField] });
  companion.answers('payments', { body: payment({ status: 'success' }) });
  const form = await open();
  act.fill(form);
  act.put(form, 'firstName', 'Anna');
  await act.press(form);
  await reaches(form, 'done');
  expect(companion.of('payments')[0]?.body).toMatchObject({ customer: { firstName: 'Anna' } });
});

test('a card brand that the tag does not know has a plain chip', async () => {
  companion.session({ brands: ['visa', 'dankort' as CardBrand] });
  const form = await open();
  expect(see.part(form, '.brands').getAttribute('aria-label')).toBe('Accepted cards: Visa, Dankort');
  expect(form.shadowRoot?.querySelectorAll('.brands svg')).toHaveLength(2);
  expect(see.input(form, 'number').value).toBe('');
});

test('a payment status that the tag does not know is waited for', async () => {
  companion.session({ payment: payment({ status: 'held' as PaymentView['status'] }) });
  const form = await open('waiting');
  expect(see.text(form, '[role=status]')).not.toBe('');
});
