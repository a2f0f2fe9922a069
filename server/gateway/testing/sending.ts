import type { Gateway, NewDirectPayment, NewHostedPayment, SplitTerms } from '../../payments/gateway-port.ts';
import { createGatewayClient } from '../client.ts';
import { DIRECT, json, SETTINGS, scriptedFetch, seeOther, violationsOf } from './payments.ts';

/** Sends payments through the client for the tests of this folder, to check the request. */

type Customer = NewDirectPayment['customer'];
export type Direct = NewDirectPayment;
export type Hosted = NewHostedPayment;

export type Sending = 'direct' | 'hosted' | 'split direct' | 'split hosted';

const SENDERS: Readonly<Record<Sending, (client: Gateway, payment: Direct | Hosted) => Promise<unknown>>> = {
  direct: (client, payment) => client.createDirect(payment as Direct),
  hosted: (client, payment) => client.createHosted(payment),
  'split direct': (client, payment) => client.createSplitDirect(payment as Direct & SplitTerms),
  'split hosted': (client, payment) => client.createSplitHosted(payment as Hosted & SplitTerms),
};

function start(sending: Sending, payment: Direct | Hosted, settings = SETTINGS) {
  const answer = () => (sending.endsWith('direct') ? json({}) : seeOther('/form'));
  const { fetch, calls } = scriptedFetch(answer);
  return { call: SENDERS[sending](createGatewayClient(settings, { fetch }), payment), calls };
}

/** The body that was sent. */
export async function send(sending: Sending, payment: Direct | Hosted, settings = SETTINGS) {
  const { call, calls } = start(sending, payment, settings);
  await call;
  const text = calls[0]?.body ?? '';
  return { text, body: JSON.parse(text) as Record<string, unknown> };
}

/** "field rule" of every violation; nothing was sent in this case. Null if the payment was sent. */
export async function violations(sending: Sending, payment: Direct | Hosted) {
  const { call, calls } = start(sending, payment);
  return violationsOf(call, calls);
}

/** A copy without some fields. */
export const without = <T extends object>(value: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as T;
/** The usual customer, changed. */
export const customer = (change: (given: Customer) => Customer) => ({ customer: change(DIRECT.customer) });
