import {
  type CardBrand,
  type OwnMessages,
  PayForm,
  type PayFormAttributes,
  type PaymentStatus,
  type PaymentView,
  type PayProblem,
} from 'pay-form';
import 'pay-form';

const form = document.querySelector('pay-form');
form?.submit();
form?.addEventListener('pay-result', ({ detail }) => show(detail.payment));
document.addEventListener('pay-error', ({ detail }) => explain(detail.problem));
window.addEventListener('pay-change', ({ detail }) => brand(detail.brand));

const attributes: PayFormAttributes = {
  src: 'https://pay.shop.example/pay',
  mode: 'direct',
  'save-card': true,
};
const messages: OwnMessages = { pay: 'Donate {}' };
const status = document.createElement('pay-status');
status.order = 'token';
const payment: PaymentView | null = status.payment;
const made: PayForm = document.createElement('pay-form');

function show(view: PaymentView): PaymentStatus {
  return view.status;
}
function explain(problem: PayProblem): string {
  return problem.code === 'mode-not-available' ? problem.title : problem.detail;
}
function brand(name: CardBrand | null): string {
  return name ?? '';
}

// @ts-expect-error
made.mode = 'other';
// @ts-expect-error
document.addEventListener('pay-result', ({ detail }) => detail.card);
// @ts-expect-error
const wrong: PayFormAttributes = { challenge: 'popup' };
// @ts-expect-error
status.submit();
// @ts-expect-error
made.renew();

export { attributes, messages, payment, wrong };
