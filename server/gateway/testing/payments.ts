import { expect } from 'vitest';
import { CARD as VISA, WHOLE_CUSTOMER, WHOLE_FINGERPRINT } from '../../contract/testing/fixtures.ts';
import type { NewDirectPayment, NewHostedPayment } from '../../payments/gateway-port.ts';
import type { GatewaySettings } from '../settings.ts';
import { createGatewayClient } from '../client.ts';
import type { Send, SendInit } from '../http.ts';
import { GatewayRequestError } from '../request-rules.ts';

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

/** The month has one digit, as it is sent. */
export const CARD = { ...VISA, expMonth: 7, expYear: 2031 };
export { WHOLE_FINGERPRINT as FINGERPRINT };

const SHARED = {
  gatewayOrderId: 'order-0007',
  amountMinor: 1010,
  currency: 'UAH',
  description: 'Two books',
  threeDs: 'supported',
  customer: WHOLE_CUSTOMER,
  products: [],
  payload: 'shelf 3',
  mcc: '5942',
  validationUrl: 'https://shop.example/validate',
  serverUrl: 'https://pay.shop.example/pay/webhook',
  resultUrl: 'https://pay.shop.example/pay/return/1',
} as const;

/** A direct payment by card with every optional field. */
export const DIRECT: NewDirectPayment = {
  ...SHARED,
  method: 'purchase',
  card: CARD,
  customerIp: '198.51.100.7',
  fingerprint: WHOLE_FINGERPRINT,
};

/** A hosted payment with every optional field; a lookup also needs a card. */
export const HOSTED: NewHostedPayment = {
  ...SHARED,
  method: 'purchase',
  orderTimeout: 900,
  lang: 'uk',
  microfinanceOrIgaming: false,
};

/** The shares of the two examples above, 10.10 in total. */
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
  redirect: string;
}

type Script = (init: SendInit) => Response | Promise<Response>;

/** A fetch that records its requests and answers by the script. */
export function scriptedFetch(answer: Script) {
  const calls: Recorded[] = [];
  const fetch: Send = async (url, init) => {
    const { method, headers, body = null, redirect } = init;
    calls.push({ url, method, headers: new Headers(headers), body, redirect });
    return answer(init);
  };
  return { fetch, calls };
}

/** A client of that gateway, which does not wait between its tries. */
export function clientFor(answer: Script, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(answer);
  return { client: createGatewayClient(settings, { fetch, sleep: async () => {} }), calls };
}

/** "field rule" of every violation for which a request was not sent; null if it was sent. */
export async function violationsOf(
  call: Promise<unknown>,
  calls: readonly Recorded[],
): Promise<string[] | null> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return null;
  if (!(error instanceof GatewayRequestError)) throw error;
  expect(calls).toHaveLength(0);
  expect(error.message).not.toMatch(/\d{12}|olena|order-0007|half of it/i);
  return error.violations.map(({ field, rule }) => `${field} ${rule}`);
}

export const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
export const seeOther = (location?: string) =>
  new Response(null, { status: 303, ...(location !== undefined && { headers: { location } }) });
