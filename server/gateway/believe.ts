import type { GatewayPayment } from '../payments/ports.ts';
import { readPayment } from './normalise.ts';
import type { Answer, Reading } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import { safeUrl } from './safe-url.ts';

/** Which answers are believed. What is not becomes `unknown`. */

/** A payment of ours in a 2xx answer. Whether it is the right one is for the gate of news to say. */
export function believed(
  posId: string,
  answer: Answer,
  read: (value: unknown) => GatewayPayment | null = readPayment,
): Reading<GatewayPayment> {
  if (!isSuccess(answer)) return { disbelief: 'unexpected-status' };
  const payment = read(parseJson(answer.text));
  if (!payment) return { disbelief: 'no-payment' };
  const foreign = payment.posId !== null && payment.posId.toLowerCase() !== posId.toLowerCase();
  return foreign ? { disbelief: 'another-pos-id' } : { value: payment };
}

/** Endpoint 8 and the reading of an order answer an array; it is believed whole or not at all. */
export function believedAll(posId: string, answer: Answer): Reading<GatewayPayment[]> {
  const value = parseJson(answer.text);
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const payments: GatewayPayment[] = [];
  for (const element of elements) {
    const reading = believed(posId, answer, () => readPayment(element));
    if (!('value' in reading)) return reading;
    payments.push(reading.value);
  }
  return payments.length > 0 ? { value: payments } : { disbelief: 'no-payment' };
}

/** Hosted: 303 and nothing else. A 200 may have created a payment whose page nobody knows. */
export function asLocation({ status, location }: Answer, baseUrl: string): Reading<{ location: string }> {
  if (status !== 303) return { disbelief: 'unexpected-status' };
  const address = safeUrl(location, `${baseUrl.replace(/\/+$/, '')}/`);
  return address ? { value: { location: address } } : { disbelief: 'no-location' };
}

/** Balances: HTTP 200 and what was asked for. */
export function asBalances<T>(answer: Answer, read: (value: unknown) => T | null): Reading<T> {
  if (answer.status !== 200) return { disbelief: 'unexpected-status' };
  const value = read(parseJson(answer.text));
  return value === null ? { disbelief: 'no-balances' } : { value };
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}
