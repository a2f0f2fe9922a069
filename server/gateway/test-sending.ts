import { expect } from 'vitest';
import type { NewDirectPayment, NewHostedPayment } from '../payments/ports.ts';
import { createGatewayClient } from './client.ts';
import { GatewayRequestError } from './request-error.ts';
import { DIRECT, json, SETTINGS, scriptedFetch, seeOther } from './test-payments.ts';

/** Sends payments through the client for the tests of this folder, to see what leaves. */

export type Customer = NewDirectPayment['customer'];
export type Direct = NewDirectPayment;
export type Hosted = NewHostedPayment;

/** The body that left, or the error that kept it from leaving. */
export async function send(mode: 'direct' | 'hosted', payment: Direct | Hosted, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(() => (mode === 'direct' ? json({}) : seeOther('/form')));
  const client = createGatewayClient(settings, { fetch });
  try {
    await (mode === 'direct'
      ? client.createDirect(payment as NewDirectPayment)
      : client.createHosted(payment as NewHostedPayment));
  } catch (error) {
    expect(calls).toHaveLength(0);
    return { error };
  }
  const text = calls[0]?.body ?? '';
  return { text, body: JSON.parse(text) as Record<string, unknown> };
}

/** "field rule" of every violation; nothing has left then. */
export async function violations(mode: 'direct' | 'hosted', payment: Direct | Hosted, settings = SETTINGS) {
  const { error } = await send(mode, payment, settings);
  if (!(error instanceof GatewayRequestError)) return [];
  expect(error.message).not.toMatch(/\d{12}|olena|order-0007/i);
  return error.violations.map(({ field, rule }) => `${field} ${rule}`);
}

/** A copy without some fields. */
export const without = <T extends object>(value: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as T;
/** The usual customer, changed. */
export const customer = (change: (given: Customer) => Customer) => ({ customer: change(DIRECT.customer) });
