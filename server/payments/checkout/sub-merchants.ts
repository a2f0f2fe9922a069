import type { FieldError } from '../../contract/problem.ts';
import type { PaymentConfig } from '../ports/deps.ts';

/**
 * The shares of sub-merchants that the project at the gateway does not have, as far as the settings tell which it has.
 * Paths are as in a request: `split.0.subMerchantId`.
 */
export function unknownSubMerchants(
  split: readonly { subMerchantId: string }[] | null | undefined,
  { subMerchants }: Pick<PaymentConfig, 'subMerchants'>,
): FieldError[] {
  if (!subMerchants || !split) return [];
  const known = new Set(subMerchants.map((id) => id.toLowerCase()));
  return split.flatMap(({ subMerchantId }, index) =>
    known.has(subMerchantId.toLowerCase())
      ? []
      : [{ path: `split.${index}.subMerchantId`, code: 'unknown-sub-merchant' }],
  );
}
