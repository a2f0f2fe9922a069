import { Hono } from 'hono';
import { html } from 'hono/html';
import { brandOf, cvvFault, maskOf, numberFault } from '../contract/card.ts';
import { formatAmount } from '../contract/money.ts';
import { charge, isChallenged } from './charge.ts';
import type { SandboxPayment } from './ledger.ts';
import { droppedConnection, unexpectedError } from './fault-answers.ts';
import { type Markup, orderSummary, pageNotFound, pageResponse, sign } from './page.ts';
import { type SandboxCard, TEST_CARDS, dateFault, scenarioOf } from './scenarios.ts';
import { descriptionOf } from './status-codes.ts';
import { returnToMerchant } from './return-to-merchant.ts';
import type { World } from './world.ts';

/** The gateway's hosted page, at the address in the answer of a hosted create call. */
export function checkoutRoutes(world: World): Hono {
  const routes = new Hono();
  routes.get('/:id/form', (context) => {
    const payment = world.ledger.byCheckout(context.req.param('id'));
    if (!payment) return pageNotFound();
    return payment.status === 'init' ? formPage(world, payment) : onward(world, payment);
  });
  routes.post('/:id/form', async (context) => {
    const payment = world.ledger.byCheckout(context.req.param('id'));
    if (!payment?.checkout) return pageNotFound();
    const form = await context.req.parseBody();
    if (form['action'] === 'leave') return returnToMerchant(world, payment);
    if (payment.status !== 'init') return onward(world, payment);
    if (form['attempt'] !== payment.checkout.attempt) return formPage(world, payment);
    return pay(world, payment, form);
  });
  return routes;
}

type Faults = Partial<Record<'cc_number' | 'exp' | 'cvv', string>>;

function pay(
  world: World,
  payment: SandboxPayment,
  form: Record<string, unknown>,
): Response | Promise<Response> {
  const typed = presetCard(payment) ?? typedCard(form, world.clock.now());
  if ('faults' in typed) return formPage(world, payment, typed.faults, 422);
  const scenario = scenarioOf(typed.card, payment.stated.order_3ds_bypass, world.clock.now());
  const checkout = payment.checkout;
  if (checkout) checkout.attempt = crypto.randomUUID();
  if (scenario.kind === 'failure' && checkout) {
    checkout.declined = descriptionOf(scenario.code);
    payment.card = null;
    return formPage(world, payment);
  }
  const answer = charge(world, payment, typed.card, scenario);
  if (answer === 'error-500') return unexpectedError();
  return answer === 'reset' ? droppedConnection() : onward(world, payment);
}

/** The buyer's next step: the challenge, or back to the merchant. */
function onward(world: World, payment: SandboxPayment): Response | Promise<Response> {
  if (!isChallenged(payment)) return returnToMerchant(world, payment);
  const location = `${world.baseUrl}/acs/${payment.challengeId}`;
  return new Response(null, { status: 303, headers: { location } });
}

/** A hosted lookup sends its card in the request (Create payment, rule 8); it is used until it is declined. */
function presetCard(payment: SandboxPayment): { card: SandboxCard } | null {
  return payment.card ? { card: payment.card } : null;
}

function typedCard(form: Record<string, unknown>, now: number): { card: SandboxCard } | { faults: Faults } {
  const number = textOf(form['cc_number']).replaceAll(/[\s-]/g, '');
  const cvv = textOf(form['cvv']).trim();
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(textOf(form['exp'])) ?? [];
  const expMonth = Number(month || Number.NaN);
  const expYear = 2000 + Number(year);
  const faults: Faults = {
    ...(numberFault(number) ? { cc_number: 'Check the card number.' } : {}),
    ...(dateFault(expMonth, expYear, now) ? { exp: 'Check the expiry date.' } : {}),
    ...(cvvFault(cvv, brandOf(number)) ? { cvv: 'Check the security code.' } : {}),
  };
  return Object.keys(faults).length > 0 ? { faults } : { card: { number, expMonth, expYear } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function formPage(
  world: World,
  payment: SandboxPayment,
  faults: Faults = {},
  status = 200,
): Promise<Response> {
  const preset = presetCard(payment);
  const declined = status === 200 ? payment.checkout?.declined : null;
  const body = html`${sign('gateway')}
    <h1>${payment.stated.method === 'lookup' ? 'Verify your card' : 'Pay by card'}</h1>
    ${orderSummary(payment)}
    ${declined ? html`<p role="alert" class="alert">${declined}. Nothing was charged. Try another card.</p>` : ''}
    <form method="post" novalidate>
      <input type="hidden" name="attempt" value="${payment.checkout?.attempt}" />
      ${preset ? html`<p>Card <span class="mask">${maskOf(preset.card.number)}</span></p>` : cardFields(faults)}
      <div class="actions">
        <button id="pay" class="primary">${payLabel(payment)}</button>
        <button id="leave" class="quiet" name="action" value="leave">Back to the shop</button>
      </div>
      ${preset ? '' : testCards(world)}
    </form>`;
  return pageResponse({ title: 'Checkout', body, script: FILL_SCRIPT, status });
}

function payLabel(payment: SandboxPayment): string {
  const { currency, method } = payment.stated;
  return method === 'lookup' ? 'Verify' : `Pay ${formatAmount(payment.amountMinor, currency)} ${currency}`;
}

function cardFields(faults: Faults): Markup {
  return html`<div class="fields">
    ${field('cc_number', 'Card number', 'cc-number', '19', faults.cc_number)}
    ${field('exp', 'Expiry (MM/YY)', 'cc-exp', '7', faults.exp)}
    ${field('cvv', 'Security code', 'cc-csc', '4', faults.cvv)}
  </div>`;
}

function field(name: string, label: string, autocomplete: string, size: string, fault?: string): Markup {
  const described = fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : '';
  return html`<div class="field field-${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="numeric" maxlength="${
      name === 'cc_number' ? '23' : size
    }" required${described} />
    ${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : ''}
  </div>`;
}

function testCards(world: World): Markup {
  const year = String(new Date(world.clock.now()).getUTCFullYear() + 4).slice(-2);
  const cards = TEST_CARDS.map(({ number, says }) => {
    const cvv = brandOf(number) === 'amex' ? '1234' : '123';
    return html`<li>
      <button type="button" data-card="${number}" data-exp="12/${year}" data-cvv="${cvv}">
        <span class="number">${spaced(number)}</span> <span class="says">${says}</span>
      </button>
    </li>`;
  });
  return html`<details class="cards" open>
    <summary>Test cards: choose one to fill it in</summary>
    <ul>
      ${cards}
    </ul>
    <noscript>Type one of them, any future expiry date and any security code.</noscript>
  </details>`;
}

function spaced(number: string): string {
  const groups = brandOf(number) === 'amex' ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  return number.replace(groups, (_, ...parts: string[]) => parts.slice(0, -2).join(' '));
}

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
