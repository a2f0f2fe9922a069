import { define } from './define.ts';

export type { CardBrand } from '../server/contract/card.ts';
export type { PaymentView } from '../server/contract/checkout-api.ts';
export type { FieldError, ProblemCode } from '../server/contract/problem.ts';
export type { PaymentMethod, PaymentMode, PaymentStatus } from '../server/contract/words.ts';
export type { PayElementAttributes, PayFormAttributes } from './attributes.ts';
export type { PayEventDetails, PayEventMap, PayEventName } from './events.ts';
export type { OwnMessages } from './language/language.ts';
export { PayButton } from './pay-button.ts';
export { PayForm } from './pay-form.ts';
export { PayStatus } from './pay-status.ts';
export type { Phase } from './checkout/phases.ts';
export type { PayProblem, WidgetProblemCode } from './checkout/problem.ts';

define();
