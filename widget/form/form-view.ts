import { html, nothing, type TemplateResult } from 'lit';
import type { HostedMethod } from '../../server/contract/checkout-api.ts';
import { walletMark } from './brand-chip.ts';
import type { FieldName } from './fields.ts';
import { either, type Language } from '../language/language.ts';

/** Parts of the form beside its fields. */

/**
 * The way to each invalid field, for assistive technology only: the others see the fields.
 * @param goTo focuses a field
 */
export function renderSummary(
  names: readonly FieldName[],
  { texts }: Language,
  goTo: (name: FieldName) => void,
) {
  if (!names.length) return nothing;
  const link = (name: FieldName) => (event: Event) => {
    event.preventDefault();
    goTo(name);
  };
  return html`<ul class="aside">
    ${names.map((name) => html`<li><a href=${`#${name}`} tabindex="-1" @click=${link(name)}>${texts.label[name]}</a></li>`)}
  </ul>`;
}

const WALLETS: Readonly<Record<HostedMethod, string>> = {
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
};

/** "Pay with" and the marks of wallets, whose names are for assistive technology. */
export function renderWallets(wallets: readonly HostedMethod[], { tag, texts }: Language): TemplateResult {
  const names = either(
    tag,
    wallets.map((wallet) => WALLETS[wallet]),
  );
  const [before = '', after = ''] = texts.wallets.split('{}');
  return html`${before}<span class="aside">${names}</span>${wallets.map(walletMark)}${after}`;
}
