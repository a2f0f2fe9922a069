import { Hono } from 'hono';
import { html } from 'hono/html';
import { brandOf, cvvFault, maskOf, numberFault } from '../contract/card.ts';
import { formatAmount } from '../contract/money.ts';
import { charge, isChallenged, isPayable, startNextCard } from './charge.ts';
import type { Checkout, SandboxPayment } from './ledger.ts';
import { type Markup, orderSummary, pageNotFound, pageResponse, sign } from './page.ts';
import { returnToMerchant } from './return-to-merchant.ts';
import { SUCCESS, type SandboxCard, TEST_CARDS, dateFault, scenarioOf } from './scenarios.ts';
import { descriptionOf } from './status-codes.ts';
import type { SandboxState } from './state.ts';

/** The gateway's hosted page, at the address in the answer of a hosted create call. */
export function checkoutRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  routes.get('/:id/form', (context) => {
    const payment = state.ledger.byCheckout(context.req.param('id'));
    if (!payment) return pageNotFound();
    return isPayable(payment) ? formPage(state, payment) : onward(state, payment);
  });
  routes.post('/:id/form', async (context) => {
    const payment = state.ledger.byCheckout(context.req.param('id'));
    if (!payment?.checkout) return pageNotFound();
    const form = await context.req.parseBody();
    if (form['action'] === 'leave') return returnToMerchant(state, payment);
    if (!isPayable(payment)) return onward(state, payment);
    if (form['attempt'] !== payment.checkout.attempt) return formPage(state, payment);
    return pay(state, payment, payment.checkout, form);
  });
  return routes;
}

type Form = Readonly<Record<string, unknown>>;
type FieldName = 'cc_number' | 'exp' | 'cvv';
type FieldFaults = Partial<Record<FieldName, string>>;

function pay(
  state: SandboxState,
  payment: SandboxPayment,
  checkout: Checkout,
  form: Form,
): Response | Promise<Response> {
  const now = state.clock.now();
  if (form['wallet'] !== undefined) {
    startNextCard(state, payment);
    charge(state, payment, null, SUCCESS);
    return onward(state, payment);
  }
  const sent = cardOfRequest(payment);
  const typed = sent ? { card: sent, faults: {} } : typedCard(form, now);
  if (Object.keys(typed.faults).length > 0) return formPage(state, payment, typed.faults, 422);
  const scenario = scenarioOf(typed.card, payment.stated.order_3ds_bypass, now);
  checkout.attempt = crypto.randomUUID();
  if (scenario.becomes !== null) startNextCard(state, payment);
  if (!scenario.becomes?.startsWith('4')) {
    return charge(state, payment, typed.card, scenario) ?? onward(state, payment);
  }
  checkout.declined = descriptionOf(scenario.becomes);
  checkout.isOpen = state.settings.declinedOnPage !== 'kept';
  if (checkout.isOpen) charge(state, payment, typed.card, scenario);
  else payment.card = null;
  return formPage(state, payment);
}

/** A hosted lookup sends its card in the request (interface 1.6); it is used until it is declined. */
function cardOfRequest({ stated, checkout, card }: SandboxPayment): SandboxCard | null {
  return stated.method === 'lookup' && checkout?.declined === null ? card : null;
}

/** The buyer's next step: the challenge, or back to the merchant. */
function onward(state: SandboxState, payment: SandboxPayment): Response | Promise<Response> {
  if (!isChallenged(payment)) return returnToMerchant(state, payment);
  const location = `${state.baseUrl}/acs/${payment.challengeId}`;
  return new Response(null, { status: 303, headers: { location } });
}

function typedCard(form: Form, now: number): { card: SandboxCard; faults: FieldFaults } {
  const number = textOf(form['cc_number']).replaceAll(/[\s-]/g, '');
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(textOf(form['exp'])) ?? [];
  const card = { number, expMonth: Number(month || Number.NaN), expYear: 2000 + Number(year) };
  const faults: FieldFaults = {};
  if (numberFault(number)) faults.cc_number = 'Check the card number.';
  if (dateFault(card.expMonth, card.expYear, now)) faults.exp = 'Check the expiry date.';
  if (cvvFault(textOf(form['cvv']).trim(), brandOf(number))) faults.cvv = 'Check the security code.';
  return { card, faults };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function formPage(
  state: SandboxState,
  payment: SandboxPayment,
  faults: FieldFaults = {},
  status = 200,
): Promise<Response> {
  const { checkout, stated } = payment;
  const card = cardOfRequest(payment);
  const isLookup = stated.method === 'lookup';
  const amount = `${formatAmount(payment.amountMinor, stated.currency)} ${stated.currency}`;
  const declined = status === 200 ? checkout?.declined : null;
  const attempt = html`<input type="hidden" name="attempt" value="${checkout?.attempt}" />`;
  const body = html`${sign('gateway')}
    <h1>${isLookup ? 'Verify your card' : 'Pay for your order'}</h1>
    ${orderSummary(payment)}
    ${declined ? html`<p role="alert" class="alert">${declined}. Nothing was charged. Try another card.</p>` : ''}
    ${isLookup ? '' : wallets(attempt)}
    <form method="post" novalidate>
      ${attempt}
      ${card ? html`<p>Card <span class="mask">${maskOf(card.number)}</span></p>` : cardFields(faults)}
      <div class="actions">
        <button id="pay" class="primary">${isLookup ? 'Verify' : `Pay ${amount}`}</button>
        <button id="leave" class="quiet" name="action" value="leave">Back to the shop</button>
      </div>
      ${card ? '' : testCards(state)}
    </form>`;
  return pageResponse({ title: 'Checkout', body, script: FILL_SCRIPT }, status);
}

/** A form of their own: Enter in a card field presses the button of the card's form. */
function wallets(attempt: Markup): Markup {
  return html`<form method="post" class="actions wallets">
    ${attempt}
    <button id="apple-pay" name="wallet" value="applepay">Apple Pay</button>
    <button id="google-pay" name="wallet" value="gpay">Google Pay</button>
    <p>Test buttons: they pay at once. Or pay by card:</p>
  </form>`;
}

function cardFields(faults: FieldFaults): Markup {
  return html`<div class="fields">
    ${field('cc_number', 'Card number', 'cc-number', 23, faults)}
    ${field('exp', 'Expiry (MM/YY)', 'cc-exp', 7, faults)} ${field('cvv', 'Security code', 'cc-csc', 4, faults)}
  </div>`;
}

function field(
  name: FieldName,
  label: string,
  autocomplete: string,
  length: number,
  faults: FieldFaults,
): Markup {
  const fault = faults[name];
  const described = fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : '';
  return html`<div class="field field-${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="numeric" maxlength="${length}" required${described} />
    ${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : ''}
  </div>`;
}

function testCards(state: SandboxState): Markup {
  const year = String(new Date(state.clock.now()).getUTCFullYear() + 4).slice(-2);
  const cards = TEST_CARDS.map(
    ({ number, says }) => html`<li>
      <button
        type="button"
        data-card="${number}"
        data-exp="12/${year}"
        data-cvv="${brandOf(number) === 'amex' ? '1234' : '123'}"
      >
        <span class="number">${spaced(number)}</span> <span class="says">${says}</span>
      </button>
    </li>`,
  );
  return html`<details class="cards" open>
    <summary>Test cards: choose one to fill it in</summary>
    <ul>
      ${cards}
    </ul>
    <noscript>Type one of them, any future expiry date and any security code.</noscript>
  </details>`;
}

/** Groups as on the card: 4-6-5 for American Express, otherwise by four. */
const spaced = (number: string): string =>
  brandOf(number) === 'amex'
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** Fills in the chosen test card; the page works without this script. */
const FILL_SCRIPT = `
const field = (name) => document.getElementById(name);
for (const choice of document.querySelectorAll('[data-card]')) {
  choice.addEventListener('click', () => {
    field('cc_number').value = choice.dataset.card;
    field('exp').value = choice.dataset.exp;
    field('cvv').value = choice.dataset.cvv;
    field('pay').focus();
  });
}`;
