import type { CustomerField, SessionView } from '../server/contract/checkout-api.ts';

/** What a direct payment asks, and what any asks (interface document, Create payment, table). */
const NAMES: readonly CustomerField[] = ['firstName', 'lastName'];
const CONTACT: readonly CustomerField[] = ['email', 'phone'];

interface Payload {
  order: Omit<SessionView['order'], 'method'> & {
    method?: SessionView['order']['method'];
    modes?: SessionView['modes'];
    brands?: SessionView['brands'];
    customer?: object;
    rules?: object;
  };
}

/**
 * What an order token says by itself, so that the form stands before the companion has answered; nobody has checked it.
 * Null where it says too little. Where it says more than can be guessed, the fields are those of `before`: what is paid is
 * what it says.
 */
export function guessSession(token: string, before: SessionView | null = null): SessionView | null {
  try {
    const { id, amount, currency, description, method = 'purchase', ...more } = payloadOf(token).order;
    const { modes, brands = null, customer = {}, rules } = more;
    if (!(Number(amount) > 0) || !currency) return null;
    const order = { id, amount, currency, description, method };
    if (rules || modes?.includes('direct') === false) return before && { ...before, order };
    const missing = (name: CustomerField) => method !== 'lookup' && !(name in customer);
    const contact = CONTACT.filter(missing);
    return {
      order,
      modes: modes ?? ['direct', 'hosted'],
      customerFields: [...NAMES.filter(missing), ...contact],
      hostedCustomerFields: contact,
      brands,
      savedCards: [],
      savable: false,
      payment: null,
      attemptsLeft: 1,
      test: false,
    };
  } catch {
    return before;
  }
}

/** Texts beyond ASCII come out garbled: none is shown. */
function payloadOf(token: string): Payload {
  return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Payload;
}
