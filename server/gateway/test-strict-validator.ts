import { expect } from 'vitest';
import { isUuid, UUID } from '../contract/uuid.ts';
import type { GatewaySettings } from './settings.ts';
import type { Send } from './http.ts';
import { createTable, OPERATION_TABLES, type Parameter } from './test-strict-tables.ts';
import { isDay, TYPES } from './test-strict-types.ts';

/**
 * Validates a request as a strict gateway would, by hand-made tables from the interface document: method, path, query,
 * headers exactly as in Authentication, and every field of the body, required, optional, conditional or not sent.
 */

export interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | null;
}

/** Every fault of a request, in words; none for what the document allows. */
export function faultsOf(request: SeenRequest, settings: GatewaySettings): string[] {
  const route = ROUTES.find(
    ({ method, path }) => method === request.method && path.test(pathOf(request, settings)),
  );
  if (!route) return [`no endpoint ${request.method} ${pathOf(request, settings)}`];
  const query = new URL(request.url).searchParams;
  return [
    ...headerFaults(request, settings, route),
    ...(pathOf(request, settings).includes(`/pos/`) ? posFaults(request, settings) : []),
    ...(route.query ?? noQuery)(query, pathOf(request, settings)),
    ...(route.body ? bodyFaults(request, settings, route.body) : noBody(request)),
  ];
}

/** A fetch that fails the test for every request that a strict gateway would refuse. */
export function strictFetch(next: Send, settings: GatewaySettings): Send {
  return async (url, init) => {
    const { method, headers, body = null } = init;
    expect.soft(faultsOf({ method, url, headers: new Headers(headers), body }, settings)).toEqual([]);
    return next(url, init);
  };
}

type Body = Record<string, unknown>;
interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  /** balances take only X-API-AUTH */
  authAlone?: boolean;
  query?: (query: URLSearchParams, path: string) => string[];
  body?: (body: Body) => { table: readonly Parameter[]; faults: string[] };
}

const ORDER = '[^/]{1,768}';
const path = (source: string) => new RegExp(`^/api/v1/${source}$`, 'i');

const create = (endpoint: 'payment' | 'split') => (body: Body) => ({
  table: createTable(endpoint, body),
  faults: [
    ...cardFaults(body),
    ...(endpoint === 'split' ? splitFaults(body, 'amount') : []),
    ...(endpoint === 'split' && body['method'] !== 'purchase' ? ['a split that is no purchase'] : []),
    ...(body['amount'] === 0 && body['method'] !== 'lookup' ? ['a payment of nothing'] : []),
  ],
});

const operation = (name: keyof typeof OPERATION_TABLES, amountField?: string) => (body: Body) => ({
  table: OPERATION_TABLES[name],
  faults: [
    ...(amountField && body[amountField] === 0 ? [`${amountField} of nothing`] : []),
    ...(amountField && name.startsWith('split/') ? splitFaults(body, amountField) : []),
  ],
});

const ROUTES: readonly Route[] = [
  { method: 'POST', path: path('payment'), body: create('payment') },
  { method: 'POST', path: path('split/purchase'), body: create('split') },
  { method: 'POST', path: path('capture'), body: operation('capture', 'charge_amount') },
  { method: 'POST', path: path('split/capture'), body: operation('split/capture', 'charge_amount') },
  { method: 'POST', path: path('void'), body: operation('void') },
  { method: 'POST', path: path('refund'), body: operation('refund', 'refund_amount') },
  { method: 'POST', path: path('split/refund'), body: operation('split/refund', 'refund_amount') },
  { method: 'POST', path: path(`pos/${UUID}/order/${ORDER}/cancel`) },
  {
    method: 'GET',
    path: path(`balances/pos/${UUID}/(accounts|terminals)(/${UUID})?`),
    authAlone: true,
  },
  { method: 'GET', path: path(`pos/${UUID}/orders/${ORDER}/report/receipt`), query: receiptQuery },
  { method: 'GET', path: path(`pos/${UUID}/date/[^/]+/report/receipt`), query: dayQuery },
  {
    method: 'GET',
    path: path(`pos/${UUID}/orders/${ORDER}/(auth|purchase|lookup|capture|void|refund|credit|p2p)`),
    query: resendQuery,
  },
  // Known from beyond the document: all transactions of an order.
  { method: 'GET', path: path(`pos/${UUID}/orders/${ORDER}`) },
];

function pathOf({ url }: SeenRequest, { baseUrl, balancesUrl }: GatewaySettings): string {
  const { origin, pathname } = new URL(url);
  const whole = origin + pathname;
  const bases = (pathname.includes('/balances/') ? [balancesUrl ?? baseUrl] : [baseUrl]).map((one) =>
    one.replace(/\/+$/, ''),
  );
  const base = bases.find((one) => whole.startsWith(`${one}/`));
  return base === undefined ? whole : whole.slice(base.length);
}

function headerFaults({ headers, body }: SeenRequest, settings: GatewaySettings, route: Route): string[] {
  const expected: Record<string, string> = {
    'x-api-auth': `${settings.authScheme} ${settings.apiKey}:${settings.apiSecret}`,
    ...(!route.authAlone && { 'x-api-key': settings.endpointsKey }),
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  const names = new Set([...headers.keys(), ...Object.keys(expected)]);
  return [...names]
    .filter((name) => headers.get(name) !== (expected[name] ?? null))
    .map((name) => `header ${name}`);
}

function posFaults({ url }: SeenRequest, { posId }: GatewaySettings): string[] {
  return new URL(url).pathname.includes(`/pos/${posId}/`) ? [] : ['pos_id of somebody else'];
}

function noQuery(query: URLSearchParams): string[] {
  return [...query.keys()].map((name) => `query ${name} is not sent`);
}

function receiptQuery(query: URLSearchParams): string[] {
  const reference = query.get('creditReference');
  const signed = query.get('format') === 'signed_pdf';
  const transaction = query.get('transactionId');
  return [
    ...onlyQuery(query, ['format', 'transactionId', 'creditReference']),
    ...(/^(html|pdf|signed_pdf)$/.test(query.get('format') ?? '') ? [] : ['query format']),
    ...(transaction !== null && !isUuid(transaction) ? ['query transactionId'] : []),
    ...((reference === 'true') === signed ? [] : ['creditReference and signed_pdf go together']),
    ...(reference === 'true' && transaction === null ? ['a credit reference without its transaction'] : []),
  ];
}

function dayQuery(query: URLSearchParams, whole: string): string[] {
  const format = query.get('format') ?? '';
  const method = query.get('method');
  return [
    ...onlyQuery(query, ['format', 'method']),
    ...(isDay(whole.split('/').at(-3)) ? [] : ['date']),
    ...(/^(html|pdf|signed_pdf)$/.test(format) ? [] : ['query format']),
    ...(method === null || /^(purchase|auth|credit)$/.test(method) ? [] : ['query method']),
    ...(format === 'signed_pdf' && method !== 'credit' ? ['signed_pdf without credit'] : []),
  ];
}

function resendQuery(query: URLSearchParams, whole: string): string[] {
  const ofAnother = query.has('transactionId') && !whole.endsWith('/purchase');
  return [
    ...onlyQuery(query, ['callback', 'transactionId']),
    ...(query.get('callback') === 'true' ? [] : ['query callback']),
    ...(ofAnother || query.get('transactionId') === '' ? ['query transactionId'] : []),
  ];
}

function onlyQuery(query: URLSearchParams, names: readonly string[]): string[] {
  const given = [...query.keys()];
  const twice = given.filter((name, index) => given.indexOf(name) < index);
  return [...given.filter((name) => !names.includes(name)), ...twice].map((name) => `query ${name}`);
}

function noBody({ body }: SeenRequest): string[] {
  return body === null ? [] : ['a body'];
}

function bodyFaults(
  { body: text }: SeenRequest,
  { posId }: GatewaySettings,
  read: (body: Body) => { table: readonly Parameter[]; faults: string[] },
): string[] {
  const body = text === null ? null : (JSON.parse(text) as Body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['no body'];
  const { table, faults } = read(body);
  const named = new Set(table.map(({ name }) => name));
  return [
    ...Object.keys(body)
      .filter((name) => !named.has(name))
      .map((name) => `${name} is not in the table`),
    ...table.flatMap((parameter) => fieldFaults(parameter, body)),
    ...(body['pos_id'] === posId ? [] : ['pos_id of somebody else']),
    ...faults,
  ];
}

function fieldFaults({ name, need, type }: Parameter, body: Body): string[] {
  if (!Object.hasOwn(body, name)) return need === 'R' ? [`${name} is required`] : [];
  if (need === '-') return [`${name} is not sent here`];
  const holds = TYPES[type];
  if (!holds) return [`${name} has the type ${type} that nobody wrote down`];
  return holds(body[name]) ? [] : [`${name} is no ${type}`];
}

/** Rule 1: full card data, or the token only. */
function cardFaults(body: Body): string[] {
  if (body['mode'] !== 'direct' || body['method'] === 'lookup') return [];
  const given = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'].filter((name) => name in body).length;
  const holds = 'cc_token' in body ? given === 0 : given === 4;
  return holds ? [] : ['neither a whole card nor only a token'];
}

/** In hundredths, to avoid floating point. */
function splitFaults(body: Body, amountField: string): string[] {
  const hundredths = (value: unknown) => Math.round(Number(value) * 100);
  const shares = Array.isArray(body['split']) ? (body['split'] as Body[]) : [];
  const sum = shares.reduce((total, share) => total + hundredths(share['amount']), 0);
  const merchants = new Set(shares.map((share) => String(share['sub_merchant_id']).toLowerCase()));
  return [
    ...(sum === hundredths(body[amountField]) ? [] : ['shares that do not add up']),
    ...(merchants.size === shares.length ? [] : ['a sub-merchant twice']),
  ];
}
