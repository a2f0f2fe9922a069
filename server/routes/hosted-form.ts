import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { scrubCardNumbers } from '../contract/card-like.ts';
import { createHostedSchema } from '../contract/checkout-api.ts';
import { CUSTOMER_FIELDS } from '../contract/customer-inputs.ts';
import { ProblemError } from '../contract/problem.ts';
import { check, readFields } from '../middleware/input.ts';
import type { OrderTokens } from '../middleware/order-token.ts';
import { wantsPage } from '../middleware/problems.ts';
import { acceptedBy, languageOf } from '../pages/language.ts';
import { hostedHint, payPage, type PlainField, plainForm } from './pay-page.ts';
import type { SignedOrder } from '../payments/paying/saved-cards.ts';
import { customerFieldsFor } from '../payments/paying/checks.ts';
import { payHosted } from '../payments/paying/pay-hosted.ts';
import { payee } from '../payments/paying/session.ts';
import type { PaymentDeps } from '../payments/ports.ts';

/**
 * `POST /hosted` from a plain form (field `order`, customer fields flat): redirects to the hosted page. Works without
 * JavaScript and never accepts card data: only the tag has card fields, since it checks and clears them. A person whose
 * fields are invalid gets the form back.
 */
export async function postHostedForm(
  deps: PaymentDeps,
  tokens: OrderTokens,
  c: Context<AppEnv>,
): Promise<Response> {
  const { order: text, ...typed } = await readFields(c);
  const token = text?.trim() ?? '';
  const signed = await tokens.read(token);
  refuseCard(Object.keys(typed));
  if (signed.order.method === 'lookup') {
    throw new ProblemError(
      'mode-not-allowed',
      'Verifying a card requires JavaScript: a plain form does not accept card data.',
    );
  }
  c.header('cache-control', 'no-store');
  try {
    const { customer } = check(createHostedSchema.pick({ customer: true }), { customer: typed });
    const extras = { languages: acceptedBy(c), ip: c.var.clientIp };
    const { location } = await payHosted(deps, signed, customer, extras);
    return c.redirect(location, 303);
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults || !wantsPage(c)) throw error;
    return formAgain(deps, c, { token, signed, fields: fieldsOf(signed, typed, faults) });
  }
}

/** Likely names of a card field in a form. */
const CARD_FIELD = /^(card|cc|number|exp|cvv|cvc|csc|pan)/i;

/** @throws ProblemError `invalid-input` */
function refuseCard(names: readonly string[]): void {
  if (!names.some((name) => CARD_FIELD.test(name))) return;
  throw new ProblemError('invalid-input', 'A plain form does not accept card data.', [
    { path: 'card', code: 'not-sent' },
  ]);
}

/** The faults by field; null if another error, or a field that no form of ours has, is the cause. */
function faultsOf(error: unknown): ReadonlyMap<string, string> | null {
  if (!(error instanceof ProblemError) || error.code !== 'invalid-input') return null;
  const known = CUSTOMER_FIELDS.map((name) => `customer.${name}`);
  if (!error.errors.every(({ path }) => known.includes(path))) return null;
  return new Map(error.errors.map(({ path, code }) => [path.slice('customer.'.length), code]));
}

/** The fields that are required, were filled in, or are at fault, in display order. */
function fieldsOf(
  { order }: SignedOrder,
  typed: Readonly<Record<string, string>>,
  faults: ReadonlyMap<string, string>,
): PlainField[] {
  const required = customerFieldsFor(order, 'hosted');
  const shown = CUSTOMER_FIELDS.filter(
    (name) => required.includes(name) || name in typed || faults.has(name),
  );
  return shown.map((name) => {
    const value = typed[name] ?? '';
    const isRequired = required.includes(name) || faults.get(name) === 'required';
    if (mayBeCard(value)) return { name, isRequired, fault: 'looks-like-a-card' };
    return { name, isRequired, value, fault: faults.get(name) };
  });
}

/** Whether a card number may have been typed into another field: it is never sent back. */
const mayBeCard = (value: string): boolean =>
  scrubCardNumbers(value) !== value || value.replace(/\D/g, '').length > 15;

async function formAgain(
  deps: PaymentDeps,
  c: Context<AppEnv>,
  { token, signed, fields }: { token: string; signed: SignedOrder; fields: readonly PlainField[] },
): Promise<Response> {
  const { order } = signed;
  const base = deps.config.publicUrl;
  const language = await languageOf(c, order.lang);
  const { texts } = language;
  return payPage(c, language, {
    status: 422,
    base,
    order,
    merchant: payee(order, deps.config),
    hasTag: false,
    title: texts.tag.outcome.problem['invalid-input'],
    form: plainForm({ base, token, fields, hint: hostedHint(order, language) }, texts),
  });
}
