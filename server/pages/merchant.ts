import { html } from 'hono/html';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import type { Language } from './language.ts';

/** The parts of a page that name the merchant. */

/** The document's title: "Pay €24.50 · Kettle & Wool". */
export function titleFor(title: string, merchant: MerchantProfile | null): string {
  return merchant?.name ? `${title} · ${merchant.name}` : title;
}

/** The merchant's name, and the logo if the page's Content-Security-Policy allows it. */
export function merchantLine(merchant: MerchantProfile | null, { logo }: { logo: boolean }) {
  const { name, logoUrl } = merchant ?? { name: null, logoUrl: null };
  const image = logo && logoUrl ? html`<img src="${logoUrl}" alt="${name ? '' : 'Logo'}" height="40">` : '';
  if (!name && !image) return '';
  return html`<p class="merchant">${image}${name ? html`<span>${name}</span>` : ''}</p>`;
}

/** The contact for help; empty if the merchant has none. */
export function contactLine(merchant: MerchantProfile | null, { texts }: Language) {
  const contact = merchant?.contact;
  if (!contact) return '';
  const href = addressOf(contact);
  return html`<p class="contact">${texts.questions} <bdi>${href ? html`<a href="${href}">${contact}</a>` : contact}</bdi></p>`;
}

/** The link of a contact that consists only of an email address, a telephone number or a page's address. */
function addressOf(contact: string): string | null {
  if (/^[^\s@:/?&#%]+@[^\s@:/?&#%]+\.[^\s@:/?&#%]+$/.test(contact)) return `mailto:${contact}`;
  if (/^\+?[\d\s()-]{5,20}$/.test(contact)) return `tel:${contact.replace(/[^+\d]/g, '')}`;
  return /^https:\/\/\S+$/i.test(contact) && URL.canParse(contact) ? contact : null;
}
