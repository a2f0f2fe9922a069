import type { GatewayPayment } from '../payments/ports/gateway.ts';
import { readPayment } from './normalise.ts';
import { readTimestamp } from './wire-values.ts';

/**
 * Endpoint 12 answers one object, or an array where the gateway lists the transactions of an order. Of an array
 * the latest element of the operation asked for counts; where times are equal or missing, the last one. A failure
 * for "order id exists" (4119) is about a try to make the payment once more: it counts only where nothing else does.
 */
export function readOperationAnswer(value: unknown, operation: string): GatewayPayment | null {
  if (!Array.isArray(value)) return readPayment(value);
  const elements = (value as readonly unknown[]).map((element) => (element ?? {}) as Record<string, unknown>);
  const ofOperation = elements.filter((element) => element['method'] === operation);
  const others = ofOperation.filter((element) => String(element['status_code']) !== '4119');
  let latest: Record<string, unknown> | undefined;
  for (const element of others.length > 0 ? others : ofOperation) {
    if (!latest || timeOf(element) >= timeOf(latest)) latest = element;
  }
  return readPayment(latest);
}

/** When it was created, as text that sorts; before all others where that is not told. */
function timeOf(element: Record<string, unknown>): string {
  return readTimestamp(element['created_at']) ?? '';
}
