import type { GatewayRefusal } from './ports.ts';

const NAMED = /^([a-z][a-z_.0-9]{0,63}): /;
const MOST = 10;

/**
 * A sentence that ends with the fields that a refusal names, under the gateway's own names: "… (split.0.amount)". Never
 * what stands behind a name, which may be the customer's.
 */
export function namingFields(sentence: string, { details }: Pick<GatewayRefusal, 'details'>): string {
  const names = new Set(details.flatMap((detail) => NAMED.exec(detail)?.[1] ?? []));
  return names.size === 0 ? sentence : `${sentence} (${[...names].slice(0, MOST).join(', ')})`;
}
