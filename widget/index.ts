import { define } from './define.ts';

export { PayButton } from './pay-button.ts';
export { PayForm } from './pay-form.ts';
export { PayStatus } from './pay-status.ts';
export type { PayEventDetails, PayEventMap } from './events.ts';
export type { PayProblem } from './problem.ts';

define();
