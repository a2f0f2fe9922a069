import type { UnknownEvent } from '../payments/ports/gateway.ts';
import { rawFields } from './raw-fields.ts';
import { isObject, readAmount, readText, type WireObject } from './wire-values.ts';

/**
 * What can be read of a signed event that is no payment as the document knows it, as one with another status: the
 * catalogue of statuses is not shown (interface document, Other shapes). Card data, tokens and keys are removed as
 * from payments.
 * @param value parsed JSON, or undefined where it is none: of that nothing is kept
 */
export function readUnknownEvent(value: unknown): UnknownEvent {
  const wire = isObject(value) ? value : {};
  const currency = readText(wire['currency']) ?? readText(wire['order_currency']);
  return {
    gatewayOrderId: readText(wire['order_id']),
    transactionId: readText(wire['transaction_id']),
    method: readText(wire['method']),
    status: readText(wire['status']),
    statusCode: readText(wire['status_code']),
    amountMinor: readAmount(wire['amount'], currency)?.amountMinor ?? null,
    currency,
    raw: typeof value === 'object' && value !== null ? cleaned(isObject(value) ? value : { value }) : {},
  };
}

/** Shorter texts stand in others by chance. */
const LEAST_SECRET = 8;

/** A card token is removed wherever the event repeats it. */
function cleaned(wire: WireObject): WireObject {
  const { cc_token: token } = wire;
  return rawFields(wire, new Set(), typeof token === 'string' && token.length >= LEAST_SECRET ? [token] : []);
}
