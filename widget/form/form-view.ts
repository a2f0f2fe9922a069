import { html, nothing, type TemplateResult } from 'lit';
import type { HostedMethod } from '../../server/contract/checkout-api.ts';
import type { Language } from '../language/language.ts';
import { spinner } from '../icons.ts';
import { walletMark } from './brand-chip.ts';
import type { FieldName } from './fields.ts';

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

export const WALLETS: Readonly<Record<HostedMethod, string>> = {
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
};

/** A companion may be newer than the tag. */
export const isKnownWallet = (wallet: HostedMethod): boolean => wallet in WALLETS;

/**
 * A button for each wallet that the hosted page offers.
 * @param choose called with the wallet
 * @param opening the one whose page is being opened
 */
export function renderWallets(
  wallets: readonly HostedMethod[],
  { texts }: Language,
  { isDisabled, isBusy, opening }: { isDisabled: boolean; isBusy: boolean; opening: string | null },
  choose: (wallet: HostedMethod) => void,
): TemplateResult {
  return html`<div class="wallets" part="wallets">
    ${wallets.map(
      (wallet) => html`<button
        part="wallet"
        type="button"
        aria-label=${texts.wallet.replace('{}', WALLETS[wallet])}
        ?disabled=${isDisabled}
        aria-disabled=${isBusy ? 'true' : 'false'}
        @click=${() => choose(wallet)}
      >${opening === wallet ? spinner : walletMark(wallet)}</button>`,
    )}
  </div>`;
}
