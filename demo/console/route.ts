/** Actions on an order's money: the last segment of an order's address. */
export const ACTIONS = ['capture', 'void', 'refund', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];

export const STATUSES = ['success', 'failure', 'pending', 'init', 'unknown'] as const;
export type Status = (typeof STATUSES)[number];

/** Filters of the payment list. Days are `yyyy-MM-dd` in the reader's calendar, both inclusive; empty for no bound. */
export interface PaymentFilter {
  status: Status | '';
  from: string;
  to: string;
  /** part of an order id */
  search: string;
}

/** A view of the console, with its parameters in the address. */
export type Route =
  | { view: 'payments'; filter: PaymentFilter }
  | { view: 'order'; orderId: string; action: Action | null; paymentId: string | null }
  | { view: 'review' }
  | { view: 'messages'; state: 'waiting' | 'failed' | '' }
  | { view: 'balances' }
  | { view: 'receipts'; date: string };

export const NO_FILTER: PaymentFilter = { status: '', from: '', to: '', search: '' };

/** Parses the part of an address after `#`; anything unknown shows the payments. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const values = new URLSearchParams(query);
  const [view, id, action] = path.split('/').map(decoded);
  if (view === 'orders' && id) return orderRoute(id, action, values.get('payment'));
  if (view === 'review' || view === 'balances') return { view };
  if (view === 'messages') {
    return { view, state: oneOf(['waiting', 'failed'] as const, values.get('state')) ?? '' };
  }
  if (view === 'receipts') return { view, date: day(values.get('date')) };
  return { view: 'payments', filter: filterOf(values) };
}

/** The address of a view, beginning with `#`. */
export function routeText(route: Route): string {
  switch (route.view) {
    case 'payments': {
      const { status, from, to, search } = route.filter;
      return `#/payments${queryText({ status, from, to, search })}`;
    }
    case 'order': {
      const path = [route.orderId, ...(route.action ? [route.action] : [])].map(encodeURIComponent);
      return `#/orders/${path.join('/')}${queryText({ payment: route.paymentId ?? '' })}`;
    }
    case 'messages':
      return `#/messages${queryText({ state: route.state })}`;
    case 'receipts':
      return `#/receipts${queryText({ date: route.date })}`;
    case 'review':
    case 'balances':
    default:
      return `#/${route.view}`;
  }
}

/** The address of an order. */
export const orderAddress = (
  orderId: string,
  action: Action | null = null,
  paymentId: string | null = null,
) => routeText({ view: 'order', orderId, action, paymentId });

function orderRoute(orderId: string, action: string | undefined, paymentId: string | null): Route {
  return { view: 'order', orderId, action: oneOf(ACTIONS, action ?? null) ?? null, paymentId };
}

function filterOf(values: URLSearchParams): PaymentFilter {
  return {
    status: oneOf(STATUSES, values.get('status')) ?? '',
    from: day(values.get('from')),
    to: day(values.get('to')),
    search: values.get('search') ?? '',
  };
}

const day = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '');

function oneOf<T extends string>(allowed: readonly T[], text: string | null): T | undefined {
  return allowed.find((one) => one === text);
}

function queryText(values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
