import { describe, expect, it } from 'vitest';
import { faultOf } from '../../widget/form/fields.ts';
import { createPaymentSchema } from '../contract/checkout-api.ts';
import { checkedCustomer } from '../contract/customer.ts';
import { orderSchema, unusableFields } from '../contract/order.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/testing/fixtures.ts';
import { PEOPLE, type PersonRow } from '../contract/testing/people.ts';
import { directPaymentBody } from '../gateway/payment-request.ts';
import { DIRECT, SETTINGS } from '../gateway/testing/payments.ts';
import { readCreate } from '../sandbox/create-rules.ts';
import { receiptHtml } from '../sandbox/receipt-html.ts';
import { ORDER } from '../testing/companion.ts';

/** Real people's data on its whole way: tag, token, browser API, gateway request, sandbox, receipt. */

const LONGEST_SHOWN = 40;
const TODAY = new Date();

const titled = (rows: readonly PersonRow[]) =>
  rows.map((row) => ({ title: `${row.field} ${JSON.stringify(row.given)}`.slice(0, LONGEST_SHOWN), ...row }));
const usable = PEOPLE.filter(({ becomes }) => becomes !== null).map((row) => ({
  ...row,
  given: String(row.given),
  value: row.becomes ?? '',
}));

const inTag = ({ field, given }: { field: PersonRow['field']; given: string }) =>
  faultOf(field, { [field]: given }, { brands: null, now: () => TODAY });

const typed = ({ field, given }: Pick<PersonRow, 'field' | 'given'>) => {
  const body = { card: CARD, fingerprint: FINGERPRINT, customer: { [field]: given } };
  const { data, error } = createPaymentSchema.safeParse(body);
  return { error, ...(data && checkedCustomer(data.customer)) };
};

describe('what people have', () => {
  it('is a table of many rows, each once', () => {
    const keys = PEOPLE.map(({ field, given }) => `${field} ${JSON.stringify(given)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(300);
  });

  it.each(titled(PEOPLE))('never voids an order: $title', ({ field, given, becomes }) => {
    const claim = { ...ORDER, customer: { id: 'C-1', [field]: given } };
    const customer = { id: 'C-1', ...(becomes !== null && { [field]: becomes }) };
    expect(orderSchema.parse(claim).customer).toEqual(customer);
    expect(unusableFields(claim)).toEqual(becomes === null ? [field] : []);
  });

  it.each(titled(PEOPLE))(
    'is judged by tag and companion alike: $title',
    ({ field, given, becomes, fault }) => {
      const { customer, faults, error } = typed({ field, given });
      if (typeof given !== 'string') {
        expect(error?.issues).toMatchObject([{ code: 'invalid_type' }]);
        return;
      }
      expect(inTag({ field, given })).toBe(fault);
      expect(customer).toEqual(becomes === null ? {} : { [field]: becomes });
      expect(faults).toEqual(fault === null ? {} : { [field]: fault });
    },
  );
});

describe('what can be used', () => {
  it.each(titled(usable))('is sent, and the gateway takes it: $title', async ({ field, becomes }) => {
    const value = becomes ?? '';
    const body = directPaymentBody(
      { ...DIRECT, customer: { ...CUSTOMER, [field]: value } },
      { posId: SETTINGS.posId, yearDigits: 2 },
    );
    expect(Object.values(body)).toContain(value);
    const { violations } = readCreate({ ...body }, 'payment', { sector: 'retail', subMerchants: [] });
    expect(violations).toEqual([]);
  });

  it('stands on a receipt as it is', async () => {
    const rows = usable.map(({ field, value }): [string, string] => [field, value]);
    const page = await receiptHtml({ title: '', merchant: '', rows, note: '' });
    const shown = [...page.matchAll(/<dd dir="auto">(.*?)<\/dd>/gs)].map(([, text = '']) => unescaped(text));
    expect(shown).toEqual(rows.map(([, value]) => value));
  });

  it('stays as it is when it is read again, as from the token of the merchant API', () => {
    for (const { field, value } of usable)
      expect(typed({ field, given: value }).customer).toEqual({ [field]: value });
  });
});

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
