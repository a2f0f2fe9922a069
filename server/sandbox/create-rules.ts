import type { WireCreatePayment } from '../contract/gateway-api.ts';
import {
  CREATE_PARAMETERS,
  cardFaults,
  customerFaults,
  type SentFields,
  variantOf,
} from '../contract/gateway-parameters.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import {
  anyAddress,
  customer,
  decimalText,
  emptyText,
  furtherFields,
  ipAddress,
  looseSplit,
} from './fields.ts';
import { type LiveTable, type Reading, readParameters, violationOf, withIntolerable } from './parameters.ts';
import type { Violation } from './refusal.ts';
import type { SandboxSettings } from './settings.ts';
import { shareViolations, sharesOf } from './shares.ts';

/** Endpoint 1 or 2. */
export type CreateEndpoint = 'payment' | 'split';

const LIVE: LiveTable<keyof WireCreatePayment> = {
  amount: { tolerance: decimalText },
  customer_id: { tolerance: emptyText },
  customer_fname: { type: customer('firstName'), tolerance: emptyText, isLeftOut: true },
  customer_lname: { type: customer('lastName'), tolerance: emptyText, isLeftOut: true },
  customer_patronym: { type: customer('firstName'), tolerance: emptyText },
  customer_email: { type: customer('email'), tolerance: anyAddress, isLeftOut: true },
  customer_phone: { type: customer('phone'), tolerance: emptyText, isLeftOut: true },
  customer_ip: { type: ipAddress, tolerance: emptyText, isLeftOut: true },
  customer_birthday: { type: customer('birthday') },
  customer_tax_id: { type: customer('taxId') },
  browser_fingerprint: { tolerance: furtherFields, isLeftOut: true },
  split: { tolerance: looseSplit },
};

/**
 * Reads the body of endpoint 1 or 2 by the column for its `mode` and `method`, and by the rules over several parameters.
 * Without intolerable violations, the request is a {@link WireCreatePayment}.
 */
export function readCreate(
  body: SentFields,
  endpoint: CreateEndpoint,
  { sector, subMerchants }: Pick<SandboxSettings, 'sector' | 'subMerchants'>,
): Reading {
  const isSplit = endpoint === 'split';
  const variant = variantOf(isSplit, body['mode'], body['method']);
  const reading = readParameters(body, CREATE_PARAMETERS[variant], LIVE);
  const { request } = reading;
  const ruled = withIntolerable(reading, [
    ...(isSplit ? purchaseOnly(request) : []),
    ...cardFaults(variant, request).map(violationOf),
    ...customerFaults(variant, request, { [sector]: true }).map(violationOf),
  ]);
  return isSplit && ruled.intolerable.length === 0
    ? withIntolerable(ruled, sums(request, subMerchants))
    : ruled;
}

/** A split purchase is a `purchase` (interface 2.1). */
function purchaseOnly(body: SentFields): Violation[] {
  const other = body['method'] === 'auth' || body['method'] === 'lookup';
  return other ? [{ field_name: 'method', violation: 'must be purchase' }] : [];
}

/** Checks the shares of a body that is otherwise valid. */
function sums(body: SentFields, subMerchants: readonly string[]): Violation[] {
  const { amount, currency, split = [] } = body as unknown as WireCreatePayment;
  const minor = fromGatewayAmount(amount, currency) ?? 0;
  return shareViolations(sharesOf(split, currency), { name: 'amount', minor }, subMerchants);
}
