import { DEFAULT_SETTINGS } from '../server/sandbox/settings.ts';

/** Kinds of order to try on the checkout page: what each adds to the order (docs/order-token.md). */
export interface Kind {
  /** used in the address and as a suffix of the order's id; empty for an ordinary order */
  name: string;
  label: string;
  text: string;
  /** @param minor the order's amount, minor units */
  claim: (minor: number) => Record<string, unknown>;
}

const [FIRST_ID = '', SECOND_ID = ''] = DEFAULT_SETTINGS.subMerchants;

/** The makers of a split order: sub-merchants of the gateway, which knows them only by their ids. */
const FIRST_MAKER = { id: FIRST_ID, name: 'Hutsul Pottery' };
const SECOND_MAKER = { id: SECOND_ID, name: 'Carpathian Wool' };

const PURCHASE: Kind = { name: '', label: 'Purchase', text: 'Paid at once.', claim: () => ({}) };

export const KINDS: readonly Kind[] = [
  PURCHASE,
  {
    name: 'auth',
    label: 'Authorization',
    text: 'The amount is authorized; the shop captures or voids it later.',
    claim: () => ({ method: 'auth' }),
  },
  {
    name: 'lookup',
    label: 'Card check',
    text: 'The card is verified, nothing is charged.',
    claim: () => ({ method: 'lookup' }),
  },
  {
    name: 'split',
    label: 'Split',
    text: `Two makers share the amount: ${FIRST_MAKER.name} has 70 %, ${SECOND_MAKER.name} 30 %.`,
    claim: (minor) => ({ split: shares(minor) }),
  },
  {
    name: 'loan',
    label: 'Loan',
    text: 'A lender has to know more of the customer: the date of birth, or the tax number.',
    claim: () => ({ rules: { microfinance: true } }),
  },
];

export const kindOf = (name = ''): Kind => KINDS.find((kind) => kind.name === name) ?? PURCHASE;

function shares(minor: number): { subMerchantId: string; amount: string }[] {
  const first = Math.round(minor * 0.7);
  return [
    { subMerchantId: FIRST_MAKER.id, amount: decimal(first) },
    { subMerchantId: SECOND_MAKER.id, amount: decimal(minor - first) },
  ];
}

/** Minor units as decimal text. */
export const decimal = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
