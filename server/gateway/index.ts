/**
 * The client of the payment gateway, for standalone use (`pay-form/gateway`): every endpoint that docs/gateway.md names,
 * and the verification of its webhooks. Runs on Node, Bun and Deno; needs no store and stores nothing.
 *
 * Amounts are integer minor units (1010 is 10.10 UAH); {@link parseAmount} and {@link formatAmount} convert without
 * floating point. Every call ends as a `CallResult`: `answered`, `refused`, `not-sent` or `unknown`; a request that
 * breaks the gateway's own rules is refused with a {@link GatewayRequestError} before anything is sent.
 * README.md beside this file has a complete program, the outcomes and every setting.
 *
 * @example
 *   const gateway = createGatewayClient({ baseUrl, posId, apiKey, apiSecret, endpointsKey });
 *   const accounts = await gateway.accounts();
 *   if (accounts.kind === 'answered') console.log(accounts.value);
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
  CallResult,
  RawFields,
  ReceiptRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
  SplitTerms,
  Terminal,
  Terminals,
} from '../payments/gateway-port.ts';
export type { Share } from '../contract/split.ts';
export type { GatewayDeps } from './caller.ts';
export { createGatewayClient } from './client.ts';
export { type FileFailure, GatewayFileError } from './files.ts';
export type { GatewaySettings } from './settings.ts';
export type { Received, Send, SendInit } from './http.ts';
export { GatewayRequestError, type Violation } from './request-rules.ts';
export {
  createWebhookVerifier,
  signatureOf,
  testWebhook,
  type WebhookFormData,
  type WebhookReading,
  type WebhookVerifier,
} from './webhook.ts';
