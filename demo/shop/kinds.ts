import { DEFAULT_SETTINGS } from '../../server/sandbox/settings.ts';
import { decimal } from '../products.ts';

/** Kinds of order to try on the checkout page: what each adds to the order (docs/order-token.md). */
export interface Kind {
  /** used in the address and as a suffix of the order's id; empty for an ordinary order */
  name: string;
  label: string;
  text: string;
  /** @param minor the order's amount, minor units */
  claim: (minor: number) => Record<string, unknown>;
}

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
    text: 'Two makers share the amount: Hutsul Pottery has 70 %, Carpathian Wool 30 %.',
    claim(minor) {
      const first = Math.round(minor * 0.7);
      // The gateway knows its sub-merchants only by their ids.
      const shares = [first, minor - first].map((share, index) => ({
        subMerchantId: DEFAULT_SETTINGS.subMerchants[index],
        amount: decimal(share),
      }));
      return { split: shares };
    },
  },
  {
    name: 'loan',
    label: 'Loan',
    text: 'A lender has to know more of the customer: the date of birth, or the tax number.',
    claim: () => ({ rules: { microfinance: true } }),
  },
];

export const kindOf = (name = ''): Kind => KINDS.find((kind) => kind.name === name) ?? PURCHASE;
