import type { GatewayPayment } from '../payments/ports/gateway.ts';
import { readPayment } from './normalise.ts';
import type { Answer, Reading } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import { safeUrl } from './safe-url.ts';

/** Validates answers. A rejected one leaves the outcome `unknown`. */

/** A payment of ours in a 2xx answer. Whether it agrees with the request is checked where reports are applied. */
export function validPayment(
  posId: string,
  answer: Answer,
  read: (value: unknown) => GatewayPayment | null = readPayment,
): Reading<GatewayPayment> {
  if (!isSuccess(answer)) return { rejection: 'unexpected-status' };
  const payment = read(parseJson(answer.text));
  if (!payment) return { rejection: 'no-payment' };
  const foreign = payment.posId !== null && payment.posId.toLowerCase() !== posId.toLowerCase();
  return foreign ? { rejection: 'another-pos-id' } : { value: payment };
}

/** Endpoint 8 and the reading of an order answer an array; it is valid as a whole or not at all. */
export function validPayments(posId: string, answer: Answer): Reading<GatewayPayment[]> {
  const value = parseJson(answer.text);
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const payments: GatewayPayment[] = [];
  for (const element of elements) {
    const reading = validPayment(posId, answer, () => readPayment(element));
    if (!('value' in reading)) return reading;
    payments.push(reading.value);
  }
  return payments.length > 0 ? { value: payments } : { rejection: 'no-payment' };
}

/** The endpoints that create payments. A redirect there means that they have moved, and leads to no page. */
const ENDPOINT = /\/api\/v1\/(payment|split\/purchase)\/?$/;

/**
 * Hosted: a redirect, 303 by the interface document, others by what merchants' programs take. A 200 may have created a
 * payment whose page nobody knows.
 */
export function asLocation({ status, location }: Answer, baseUrl: string): Reading<{ location: string }> {
  if (status < 300 || status > 399) return { rejection: 'unexpected-status' };
  const address = safeUrl(location, `${baseUrl.replace(/\/+$/, '')}/`);
  if (address === null || ENDPOINT.test(new URL(address).pathname)) return { rejection: 'no-location' };
  return { value: { location: address } };
}

/** Balances: HTTP 200 and what was asked for. */
export function asBalances<T>(answer: Answer, read: (value: unknown) => T | null): Reading<T> {
  if (answer.status !== 200) return { rejection: 'unexpected-status' };
  const value = read(parseJson(answer.text));
  return value === null ? { rejection: 'no-balances' } : { value };
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}
