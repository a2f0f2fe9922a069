import type { NewDirectPayment, NewHostedPayment } from '../payments/ports.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { strictFetch } from './test-strict-validator.ts';

/** Full examples for the tests of this folder, and a gateway that answers from a script. */

export const SETTINGS: GatewaySettings = {
  baseUrl: 'https://gateway.example',
  posId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
  apiKey: 'public-key',
  apiSecret: 'top/secret+value',
  endpointsKey: 'endpoints-key',
  authScheme: 'CPAY',
  timeoutMs: 2000,
  yearDigits: 2,
};

export const CARD = { number: '4242424242424242', expMonth: 7, expYear: 2031, cvv: '927' };

const CUSTOMER = {
  id: 'customer-1',
  firstName: 'Olena',
  lastName: 'Koval',
  patronymic: 'Ivanivna',
  email: 'olena@shop.example',
  phone: '+380501234567',
  country: 'UA',
  birthday: '1990-02-28',
  taxId: '1234567890',
  referrer: 'https://shop.example/cart',
};

const SHARED = {
  gatewayOrderId: 'order-0007',
  amountMinor: 1010,
  currency: 'UAH',
  description: 'Two books',
  threeDs: 'supported',
  customer: CUSTOMER,
  products: [],
  payload: 'shelf 3',
  mcc: '5942',
  validationUrl: 'https://shop.example/validate',
  serverUrl: 'https://pay.shop.example/pay/webhook',
  resultUrl: 'https://pay.shop.example/pay/return/1',
} as const;

export const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '860',
  browserScreenWidth: '1536',
  browserJavaEnabled: 'false',
  browserLanguage: 'uk-UA',
  browserTimeZone: 'Europe/Kyiv',
  browserTimeZoneOffset: '-120',
  browserUserAgent: 'Mozilla/5.0',
  browserAcceptHeader: 'application/json',
  browserIpAddress: '198.51.100.7',
};

/** A direct payment by card with everything that may be given. */
export const DIRECT: NewDirectPayment = {
  ...SHARED,
  method: 'purchase',
  card: CARD,
  customerIp: '198.51.100.7',
  fingerprint: FINGERPRINT,
};

/** A hosted payment with everything that may be given; a lookup needs a card besides. */
export const HOSTED: NewHostedPayment = {
  ...SHARED,
  method: 'purchase',
  orderTimeout: 900,
  lang: 'uk',
  microfinanceOrIgaming: false,
};

/** The parts of the two examples above, 10.10 in all. */
export const SHARES = [
  { subMerchantId: '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amountMinor: 710 },
  { subMerchantId: '2f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amountMinor: 300 },
];

/** A payment as the gateway answers it. */
export const PAYMENT = {
  payment_id: '7d9f2a10-0000-4000-8000-000000000001',
  order_id: 'order-0007',
  pos_id: SETTINGS.posId,
  mode: 'direct',
  method: 'purchase',
  amount: 10.1,
  currency: 'UAH',
  status: 'success',
  status_code: '1000',
};

export interface Recorded {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
  redirect: string | undefined;
}

/**
 * A fetch that keeps what it was given and answers by the script; every request passes the strict validator.
 * @param settings of the client that calls it
 */
export function scriptedFetch(
  answer: (init?: RequestInit) => Response | Promise<Response>,
  settings: GatewaySettings = SETTINGS,
) {
  const calls: Recorded[] = [];
  const record: typeof globalThis.fetch = async (input, init) => {
    calls.push({
      url: input instanceof Request ? input.url : String(input),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : null,
      redirect: init?.redirect,
    });
    return answer(init);
  };
  return { fetch: strictFetch(record, settings), calls };
}

export const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
export const seeOther = (location?: string) =>
  new Response(null, { status: 303, ...(location !== undefined && { headers: { location } }) });
