import { html, type TemplateResult } from 'lit';
import { CUSTOMERS } from '../customers.ts';

/** What the shop knows and the merchant API does not. */

const SUB_MERCHANTS: Readonly<Record<string, string>> = {
  '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01': 'Hutsul Pottery',
  '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02': 'Carpathian Wool',
};

/** A sub-merchant by its name and the end of its id; by its id if it has no name. */
export function subMerchant(id: string): TemplateResult {
  const name = SUB_MERCHANTS[id.toLowerCase()];
  return name ? html`${name} <code title=${id}>…${id.slice(-4)}</code>` : html`<code>${id}</code>`;
}

/** The name and contact of an order's customer, by the order's `customerId`. */
export function customer(id: string | null): TemplateResult {
  const known = CUSTOMERS.find((one) => one.id === id);
  if (!known) return html`${id ?? 'Guest'}`;
  const { firstName, lastName, email, phone } = known;
  return html`${firstName} ${lastName}<br /><a href="mailto:${email}">${email}</a><br /><a href="tel:${phone}">${phone}</a>`;
}
