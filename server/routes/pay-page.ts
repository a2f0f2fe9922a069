import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import { TRUSTED_TYPES } from './frame.ts';
import { CUSTOMER_INPUTS, type CustomerField } from '../contract/customer-inputs.ts';
import { isSafeUrl } from '../contract/address.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import { formatAmount } from '../contract/money.ts';
import type { Order } from '../contract/order.ts';
import { amountText } from '../contract/amount-text.ts';
import type { Language } from '../pages/language.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { filled, nonceOf, page } from '../pages/page.ts';
import type { PageTexts } from '../pages/texts.ts';

/** A page on which an order is paid: what is paid and to whom, around the form. */
export interface PayPage {
  status: number;
  /** the companion's base address */
  base: string;
  order: Order;
  /** the merchant that the customer pays */
  merchant: MerchantProfile | null;
  /** whether the form is the tag, which needs a script; otherwise it is plain HTML */
  hasTag: boolean;
  /** default: what is done, and the amount */
  title?: string;
  form: unknown;
}

export function payPage(
  c: Context<AppEnv>,
  language: Language,
  { status, base, order, merchant, hasTag, title, form }: PayPage,
): Response | Promise<Response> {
  const { texts } = language;
  c.set('ownHeaders', {
    'content-security-policy': policy(nonceOf(c), { base, hasTag, logoUrl: merchant?.logoUrl ?? null }),
    // The plain form must send its Origin, and still no address is sent to another site.
    'referrer-policy': 'same-origin',
  });
  // A card check charges nothing.
  const [act, what] =
    order.method === 'lookup' ? ['', texts.tag.check] : [texts.act[order.method], amountOf(order, language)];
  const body = html`<header>
      ${merchantLine(merchant, { logo: true })}
      <h1>${act} <strong>${what}</strong></h1>
      <p><bdi>${order.description}</bdi></p>
      <p class="id">${filled(texts.tag.outcome.order, order.id)}</p>
    </header>
    ${form}
    <footer>
      ${isSafeUrl(base) ? html`<p class="lock">${LOCK}<span>${texts.lock}</span></p>` : ''}
      ${contactLine(merchant, language)}
    </footer>`;
  const head = html`<link rel="icon" href="data:,">${hasTag ? scripts(base, language) : ''}`;
  return page(c, {
    status,
    language,
    title: titleFor(title ?? `${act} ${what}`.trim(), merchant),
    head,
    style: STYLE,
    body,
  });
}

/** The tag, and beside it its language, which it would ask for only when it runs. English is in the tag. */
function scripts(base: string, { name }: Language) {
  const texts = name === 'en' ? '' : html`<link rel="modulepreload" href="${base}/pay-form-${name}.js">`;
  return html`<script type="module" src="${base}/pay-form.js"></script>${texts}`;
}

/** What the plain form says below its button. */
export function hostedHint(order: Order, language: Language): string {
  const { hostedHint: pays, reserveHint } = language.texts.tag;
  return (order.method === 'auth' ? reserveHint : pays).replace('{}', () => amountOf(order, language));
}

const amountOf = ({ amountMinor, currency }: Order, { tag }: Language): string =>
  amountText(tag, formatAmount(amountMinor, currency), currency);

/**
 * The Content-Security-Policy that the form needs: the tag's file and languages, the browser API, the plain form and
 * the gateway's page behind it.
 */
function policy(
  nonce: string,
  { base, hasTag, logoUrl }: Pick<PayPage, 'base' | 'hasTag'> & { logoUrl: string | null },
): string {
  return [
    "default-src 'none'",
    ...(hasTag ? [`script-src ${base}/`, `connect-src ${base}/`, ...TRUSTED_TYPES] : []),
    `style-src 'nonce-${nonce}'`,
    `img-src data:${logoUrl === null ? '' : ` ${new URL(logoUrl).origin}`}`,
    "base-uri 'none'",
    // Browsers follow a form's redirect only if this allows it, and the gateway's page may have any address.
    `form-action 'self' https:${base.startsWith('https:') ? '' : ' http:'}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

const LOCK = raw(
  '<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.25 7V4.75a2.75 2.75 0 0 1 5.5 0V7"/></svg>',
);

/** A field of the plain form. */
export interface PlainField {
  name: CustomerField;
  isRequired: boolean;
  /** what was typed; never card data */
  value?: string;
  /** code of what is wrong with it, as in a problem's `errors` */
  fault?: string | undefined;
}

interface PlainForm {
  /** the companion's base address */
  base: string;
  /** the order token */
  token: string;
  fields: readonly PlainField[];
  /** the sentence below the button */
  hint: string;
}

/** The form that leads to the gateway's page without JavaScript. It never has card fields. */
export function plainForm({ base, token, fields, hint }: PlainForm, { tag }: PageTexts) {
  const first = fields.find(({ fault }) => fault !== undefined);
  return html`<form method="post" action="${base}/hosted">
    ${first ? html`<p class="alert" role="alert">${tag.outcome.problem['invalid-input']}</p>` : ''}
    <input type="hidden" name="order" value="${token}">
    ${fields.map((field) => input(field, tag, field === first))}
    <button>${tag.hosted}</button>
    <p class="hint">${hint}</p>
  </form>`;
}

function input({ name, isRequired, value, fault }: PlainField, tag: PageTexts['tag'], isFirst: boolean) {
  const { type = 'text', autocomplete } = CUSTOMER_INPUTS[name];
  const required = isRequired ? html` required` : '';
  const typed = value ? html` value="${value}"` : '';
  const state = fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : '';
  const focus = isFirst ? html` autofocus` : '';
  return html`<div><label>${tag.label[name]} <input name="${name}" type="${type}" autocomplete="${autocomplete}"${required}${typed}${state}${focus}></label>
    ${fault ? html`<p class="fault" id="${name}-fault">${faultText(name, fault, tag)}</p>` : ''}</div>`;
}

/** The sentence of the tag. */
function faultText(name: CustomerField, code: string, { fault, invalid }: PageTexts['tag']): string {
  const texts: Readonly<Record<string, string>> = fault;
  return texts[`${name}.${code}`] ?? texts[code] ?? invalid;
}

/**
 * Styles of the payment page.
 *
 * The plain form would flash before the tag takes over, and the footer would move when the form appears: with scripts
 * enabled they are shown only if the tag has not loaded, and the footer when the tag has had time to load its language.
 * The page starts at the top because the form grows downwards.
 */
const STYLE = `
body{padding-block:clamp(1.5rem,5vh,4rem);place-items:start center}
main{width:min(30rem,100%);padding:2rem clamp(1.25rem,6vw,2.25rem);text-align:start}
header{margin-bottom:1.5rem;padding-bottom:1.5rem;border-bottom:1px solid var(--hairline)}
h1{font-size:.875rem;font-weight:500;letter-spacing:normal;color:var(--muted);margin:0 0 .75rem}
h1 strong{display:block;color:light-dark(#1b1f27,#eceef2);font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
header p:not(.merchant){white-space:pre-line;color:var(--muted)}
header .merchant{margin-bottom:1.5rem}
footer{display:grid;gap:.5rem;margin-top:1.5rem;font-size:.875rem;color:var(--muted)}
footer p,footer .contact{margin:0;color:inherit}
.lock{display:flex;gap:.5rem}
.lock svg{flex:none;width:1rem;height:1rem;margin-top:.125rem}
pay-form{display:block;min-height:12rem;--pay-accent:var(--accent)}
pay-form::part(panel){padding:.5rem 0;border:0;background:none;box-shadow:none}
form{display:grid;gap:1rem}
label{display:grid;gap:.25rem;font-size:.875rem;font-weight:500}
input{font:inherit;font-size:1rem;font-weight:400;box-sizing:border-box;width:100%;height:3rem;padding:0 .875rem;border-radius:.5rem;border:1px solid var(--line);background:light-dark(#fff,#ffffff0d);color:inherit}
[dir=rtl] :is([type=email],[type=tel],[type=date]){direction:ltr;text-align:right}
input:focus-visible{border-color:var(--accent)}
input[aria-invalid]{border-color:var(--negative);box-shadow:inset 0 0 0 1px var(--negative)}
.fault{margin:.375rem 0 0;font-size:.875rem;color:var(--negative)}
.alert{margin:0;padding:.75rem 1rem;border:1px solid color-mix(in srgb,var(--negative) 35%,transparent);border-radius:.5rem;background:color-mix(in srgb,var(--negative) 7%,transparent);color:var(--negative)}
.hint{margin:-.25rem 0 0;font-size:.875rem;text-align:center;color:var(--muted)}
@media(prefers-reduced-motion:no-preference){input{transition:border-color .15s,box-shadow .15s}}
@media(max-width:34rem){body{padding:0;place-items:start stretch}}
@media(scripting:enabled){pay-form:not(:defined)>*,pay-form:not(:defined)+footer{animation:come 0s 3s both}pay-form+footer{animation:follow 0s .5s both}}
@keyframes come{from{visibility:hidden}}
@keyframes follow{from{visibility:hidden}}`;
