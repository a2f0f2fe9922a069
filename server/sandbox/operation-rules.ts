import * as field from './fields.ts';
import type { Check } from './fields.ts';
import type { Violation } from './refusal.ts';

const chargeOrRefund = field.amount({ currencyField: 'order_currency' });

/** Interface document, endpoints 3, 5 and 6: what each takes; the first three are required. */
const COMMON: Readonly<Record<string, Check>> = {
  pos_id: field.uuid,
  order_id: field.text(32),
  order_currency: field.currency,
  comment: field.text(2048, 0),
  server_url: field.url,
};
const REQUIRED = ['pos_id', 'order_id', 'order_currency'];
const OWN: Readonly<Record<'capture' | 'void' | 'refund', Readonly<Record<string, Check>>>> = {
  capture: { charge_amount: chargeOrRefund },
  void: {},
  refund: {
    refund_amount: chargeOrRefund,
    f_receipt_delivery: field.oneOf('email', 'sms', 'viber', 'none'),
  },
};

/** Everything that is wrong with the body of a capture, void or refund. */
export function operationViolations(
  body: Readonly<Record<string, unknown>>,
  method: 'capture' | 'void' | 'refund',
): Violation[] {
  const checks: Readonly<Record<string, Check>> = { ...COMMON, ...OWN[method] };
  const missing = REQUIRED.filter((parameter) => body[parameter] === undefined).map((parameter) => ({
    field_name: parameter,
    violation: 'is required',
  }));
  const wrong = Object.entries(body).flatMap(([parameter, value]) => {
    const check = Object.hasOwn(checks, parameter) ? checks[parameter] : undefined;
    const violation = check ? check(value, body) : 'unknown parameter';
    return violation ? [{ field_name: parameter, violation }] : [];
  });
  return [...missing, ...wrong];
}
