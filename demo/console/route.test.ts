import { describe, expect, it } from 'vitest';
import { NO_FILTER, parseRoute, type Route, routeText } from './route.ts';

const ROUTES: Route[] = [
  { view: 'payments', filter: NO_FILTER },
  { view: 'payments', filter: { status: 'failure', from: '2026-06-01', to: '2026-06-15', search: 'KW-&1' } },
  { view: 'order', orderId: 'KW-1.auth', action: null, paymentId: null },
  { view: 'order', orderId: '%/?#', action: 'refund', paymentId: '5f0c8e1e' },
  { view: 'review' },
  { view: 'messages', state: '' },
  { view: 'messages', state: 'failed' },
  { view: 'balances' },
  { view: 'receipts', date: '' },
  { view: 'receipts', date: '2026-06-15' },
];

describe('the address of a view', () => {
  it.each(ROUTES)('leads back to it: $view %#', (route) => {
    expect(parseRoute(routeText(route))).toEqual(route);
  });

  it.each(['', '#', '#/', '#/nowhere', '#/orders', '#/orders/'])(
    'shows the payments where it is "%s"',
    (hash) => {
      expect(parseRoute(hash)).toEqual({ view: 'payments', filter: NO_FILTER });
    },
  );

  it('loses what no filter knows', () => {
    expect(parseRoute('#/payments?status=paid&from=yesterday&more=1')).toEqual({
      view: 'payments',
      filter: NO_FILTER,
    });
    expect(parseRoute('#/orders/A-1/steal')).toMatchObject({ orderId: 'A-1', action: null });
    expect(parseRoute('#/messages?state=lost')).toEqual({ view: 'messages', state: '' });
  });

  it('is read although its escapes are broken', () => {
    expect(parseRoute('#/orders/%E0%A4%A')).toMatchObject({ view: 'order', orderId: '%E0%A4%A' });
  });
});
