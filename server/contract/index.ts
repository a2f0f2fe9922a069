/**
 * The companion's contracts (`pay-form/contract`): the zod schemas of orders, requests and answers, their types, and
 * the rules for money and cards that tag and companion share. Nothing here does any I/O.
 *
 * ```ts
 * const message = merchantMessageSchema.parse(JSON.parse(body)); // a message to your webhook, once its signature is verified
 * if (decisionOf(message).do === 'fulfil') …
 * ```
 *
 * Amounts are decimal text in the APIs and integer minor units inside: {@link parseAmount}, {@link formatAmount}.
 */
export {
  type AskedCustomer,
  type CreateHostedBody,
  createHostedSchema,
  type CreatePaymentBody,
  createPaymentSchema,
  HOSTED_METHODS,
  type HostedMethod,
  type HostedView,
  type PaymentView,
  type SavedCard,
  type SessionView,
} from './checkout-api.ts';
export { CUSTOMER_FIELDS, type CustomerField } from './customer-inputs.ts';
export {
  brandOf,
  type CardBrand,
  CARD_BRANDS,
  type CardFault,
  cvvFault,
  expiryFault,
  maskOf,
  numberFault,
  passesLuhn,
} from './card.ts';
export { brandName } from './card.ts';
export { type Decision, decisionOf } from './decision.ts';
export { type DeclineReason, declineReason } from './decline-reason.ts';
export {
  type AccountView,
  accountViewSchema,
  type MessageView,
  messageViewSchema,
  mintedOrderSchema,
  type OperationView,
  operationViewSchema,
  type OrderEvent,
  type OrderView,
  orderViewSchema,
  type Page,
  pageOf,
  paymentViewSchema,
  resentSchema,
  type ReviewCall,
  type ReviewView,
  reviewViewSchema,
  type ShareView,
  type TerminalsView,
  terminalsViewSchema,
  type TerminalView,
  terminalViewSchema,
} from './merchant-api.ts';
export { type MerchantMessage, merchantMessageSchema } from './merchant-messages.ts';
export {
  captureSchema,
  newOrderSchema,
  refundSchema,
  resendSchema,
  resolveSchema,
  voidSchema,
} from './merchant-requests.ts';
export type { MerchantProfile } from './merchant-profile.ts';
export { type AmountFault, amountFault, decimalsOf, formatAmount, parseAmount } from './money.ts';
export { type Order, orderSchema } from './order.ts';
export { type FieldError, type Problem, type ProblemCode, PROBLEMS } from './problem.ts';
export type { PaymentMethod, PaymentMode, PaymentStatus } from './words.ts';
