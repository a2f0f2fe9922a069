import { html } from 'hono/html';
import type { CustomerField } from '../contract/checkout-api.ts';
import { CUSTOMER_INPUTS } from '../contract/customer-form.ts';
import type { PageTexts } from '../pages/texts.ts';

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

/** The sentence of the tag, which has another code for one fault. */
function faultText(name: CustomerField, code: string, { fault, invalid }: PageTexts['tag']): string {
  const texts: Readonly<Record<string, string>> = fault;
  const own = code === 'too-big' ? 'too-long' : code;
  return texts[`${name}.${own}`] ?? texts[own] ?? invalid;
}
