import type { PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import type { SecondaryRequest } from './ports.ts';

/** What every capture, void and refund states. */
export function secondaryRequest(
  { config }: Pick<PaymentDeps, 'config'>,
  { gatewayOrderId, currency }: Payment,
  comment: string | null | undefined,
): SecondaryRequest {
  const request = { gatewayOrderId, currency, serverUrl: `${config.publicUrl}/webhook` };
  return comment == null ? request : { ...request, comment };
}
