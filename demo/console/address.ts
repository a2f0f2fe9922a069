/** The part of the console's address after `#`, as `/orders/A-1/refund?payment=…`. */
export interface Address {
  /** the name of a view, or anything else */
  view: string;
  /** of an order; otherwise empty */
  id: string;
  /** the action whose form is open; otherwise empty */
  action: string;
  query: URLSearchParams;
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [view = '', id = '', action = ''] = path.split('/').map(decoded);
  return { view, id, action, query: new URLSearchParams(query) };
}

/** Begins with `#`. Empty values of the query are left out. */
export const addressOf = (path: readonly string[], query: Query = {}): string =>
  `#/${path.map(encodeURIComponent).join('/')}${queryText(query)}`;

/** @param paymentId the payment that the action is about; empty for the one that pays the order */
export const orderAddress = (orderId: string, action = '', paymentId = ''): string =>
  addressOf(['orders', orderId, ...(action ? [action] : [])], { payment: paymentId });

/** Opens an address in place of the current one. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new Event('hashchange'));
}

export type Query = Readonly<Record<string, string | null>>;

/** Begins with `?`, unless no value is given. */
export function queryText(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
