/**
 * The client of the payment gateway, for use by itself (`pay-form/gateway`): every endpoint of the interface
 * document, and the check of its webhooks. Runs on Node, needs no store and keeps nothing.
 *
 * Amounts are integer minor units (1010 is 10.10 UAH); {@link parseAmount} and {@link formatAmount} lead there and
 * back without a float. Every call ends as an `Outcome`: `answered`, `refused`, `not-sent` or `unknown`; a request
 * that breaks the gateway's own rules is refused with a {@link GatewayRequestError} before anything is sent.
 *
 * ```ts
 * import { answerOf, createGatewayClient, parseAmount } from 'pay-form/gateway';
 *
 * const gateway = createGatewayClient({
 *   baseUrl: 'https://gateway.example',
 *   posId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
 *   apiKey, apiSecret, endpointsKey,
 *   authScheme: 'CPAY',
 *   timeoutMs: 30_000,
 *   yearDigits: 2,
 * });
 *
 * // Exceptions: a GatewayRefusedError, GatewayUnreachableError or GatewayUnknownError where there is no answer.
 * const { location } = answerOf(
 *   await gateway.createHosted({
 *     method: 'purchase',
 *     gatewayOrderId: 'order-7',
 *     amountMinor: parseAmount('10.10', 'UAH') ?? 0,
 *     currency: 'UAH',
 *     description: 'Two books',
 *     threeDs: 'supported',
 *     customer: { email: 'olena@shop.example', phone: '+380501234567' },
 *     microfinanceOrIgaming: false,
 *     serverUrl: 'https://shop.example/webhook',
 *     resultUrl: 'https://shop.example/thanks',
 *   }),
 * );
 *
 * // Or the outcome itself, where each kind wants its own way on.
 * const refund = await gateway.refund({
 *   gatewayOrderId: 'order-7',
 *   currency: 'UAH',
 *   amountMinor: 510,
 *   serverUrl: 'https://shop.example/webhook',
 * });
 * if (refund.kind === 'unknown') console.log('ask with readOperation, do not refund again');
 *
 * // A webhook: the form as it came. Its signature is checked before anything is read.
 * const webhooks = createWebhookVerifier({ secrets: [apiSecret] });
 * const webhook = webhooks.readWebhook(new URLSearchParams(body));
 * if (webhook.kind === 'event') console.log(webhook.payment.gatewayOrderId, webhook.payment.status);
 * ```
 */
export { formatAmount, formatSignedAmount, parseAmount } from '../contract/money.ts';
export type {
  Account,
  CaptureRequest,
  Card,
  DayReceiptsRequest,
  Gateway,
  GatewayAmount,
  GatewayFile,
  GatewayPayment,
  GatewayRefusal,
  NewDirectPayment,
  NewHostedPayment,
  Outcome,
  RawFields,
  ReceiptRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
  SplitTerms,
  Terminal,
  Terminals,
  UnknownEvent,
} from '../payments/ports/gateway.ts';
export type { Share } from '../payments/order/shares.ts';
export {
  answerOf,
  GatewayRefusedError,
  GatewayUnknownError,
  GatewayUnreachableError,
} from './answer-of.ts';
export type { GatewayDeps } from './caller.ts';
export { createGatewayClient } from './client.ts';
export { type FileFailure, GatewayFileError } from './files.ts';
export type { GatewaySettings } from './gateway-settings.ts';
export type { NodeBody, Received, Send, SendInit } from './send.ts';
export { GatewayRequestError, type Violation } from './request-error.ts';
export {
  createWebhookVerifier,
  signatureOf,
  testWebhook,
  type WebhookFormData,
  type WebhookReading,
  type WebhookVerifier,
} from './webhook.ts';
