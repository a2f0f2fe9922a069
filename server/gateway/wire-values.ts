import { fromGatewayAmount } from '../contract/money.ts';
import type { GatewayAmount } from '../payments/ports/gateway.ts';

/** Single values as the gateway writes them; each reader gives null for what it cannot read. */

export type WireObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number as text; null for anything else and for nothing. */
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
  return isObject(value) ? readAmount(value['amount'], readText(value['currency'])) : null;
}

export function readAmount(value: unknown, currency: string | null): GatewayAmount | null {
  const amountMinor = currency === null ? null : fromGatewayAmount(value, currency);
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}
