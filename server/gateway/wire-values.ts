import { isLoopback } from '../contract/address.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import type { GatewayAmount } from '../payments/gateway-port.ts';

/** Single values as the gateway writes them. Readers return null for values that they cannot read. */

export type WireObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number as text; null for anything else and for an empty text. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A date and a time of day; seconds may have a fraction, and a zone may follow. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A TIMESTAMP as ISO 8601 in UTC. The document shows no zone: none means UTC. */
export function readTimestamp(value: unknown): string | null {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (!match) return null;
  const time = Date.parse(match[2] ? match[0] : `${match[0]}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A fee object `{amount, currency}`. */
export function readFee(value: unknown): GatewayAmount | null {
  if (!isObject(value)) return null;
  const currency = readText(value['currency']);
  const amountMinor = currency === null ? null : fromGatewayAmount(value['amount'], currency);
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}

/** The value of a JSON text, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An address that a customer may be redirected to: https, or http on this machine (sandbox, tests).
 * @param base resolves a relative address
 * @returns the absolute address, or null for anything else
 */
export function safeUrl(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value === '' || /\s/.test(value) || !URL.canParse(value, base))
    return null;
  const url = new URL(value, base);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href));
  return safe ? url.href : null;
}
