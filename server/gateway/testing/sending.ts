import { expect } from 'vitest';
import type { Gateway, NewDirectPayment, NewHostedPayment, SplitTerms } from '../../payments/gateway-port.ts';
import { createGatewayClient } from '../client.ts';
import { GatewayRequestError } from '../request-rules.ts';
import { DIRECT, json, SETTINGS, scriptedFetch, seeOther } from './payments.ts';

/** Sends payments through the client for the tests of this folder, to check the request. */

export type Customer = NewDirectPayment['customer'];
export type Direct = NewDirectPayment;
export type Hosted = NewHostedPayment;

export type Sending = 'direct' | 'hosted' | 'split direct' | 'split hosted';

const SENDERS: Readonly<Record<Sending, (client: Gateway, payment: Direct | Hosted) => Promise<unknown>>> = {
  direct: (client, payment) => client.createDirect(payment as Direct),
  hosted: (client, payment) => client.createHosted(payment),
  'split direct': (client, payment) => client.createSplitDirect(payment as Direct & SplitTerms),
  'split hosted': (client, payment) => client.createSplitHosted(payment as Hosted & SplitTerms),
};

/** The body that was sent, or the error that prevented it. */
export async function send(sending: Sending, payment: Direct | Hosted, settings = SETTINGS) {
  const answer = () => (sending.endsWith('direct') ? json({}) : seeOther('/form'));
  const { fetch, calls } = scriptedFetch(answer);
  try {
    await SENDERS[sending](createGatewayClient(settings, { fetch }), payment);
  } catch (error) {
    expect(calls).toHaveLength(0);
    return { error };
  }
  const text = calls[0]?.body ?? '';
  const path = calls[0]?.url.slice(settings.baseUrl.length);
  return { path, text, body: JSON.parse(text) as Record<string, unknown> };
}

/** "field rule" of every violation; nothing was sent in this case. */
export async function violations(sending: Sending, payment: Direct | Hosted, settings = SETTINGS) {
  const { error } = await send(sending, payment, settings);
  if (!(error instanceof GatewayRequestError)) return [];
  expect(error.message).not.toMatch(/\d{12}|olena|order-0007/i);
  return error.violations.map(({ field, rule }) => `${field} ${rule}`);
}

/** A copy without some fields. */
export const without = <T extends object>(value: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as T;
/** The usual customer, changed. */
export const customer = (change: (given: Customer) => Customer) => ({ customer: change(DIRECT.customer) });
