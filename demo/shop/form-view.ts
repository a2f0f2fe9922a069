import { html, raw } from 'hono/html';
import type { Kind } from '../kinds.ts';
import { LANGUAGES } from '../looks.ts';
import type { Choice } from './choice.ts';
import type { Html } from './markup.ts';

/** The tag's script, and beside it the tag's language, which the script would ask for only when it runs. */
export function widgetTag(companion: string, { lang }: Choice): Html {
  const hasFile = LANGUAGES.includes(lang);
  const texts = hasFile ? html`<link rel="modulepreload" href="${companion}/pay-form-${lang}.js">` : '';
  return html`<script type="module" src="${companion}/pay-form.js"></script>${texts}`;
}

export function payForm(companion: string, token: string, choice: Choice): Html {
  const { kind } = choice;
  return html`<pay-form src="${companion}" order="${token}"${raw(formAttributes(choice).join(''))}>
  ${kind.name === 'lookup' ? html`<p>Checking a card needs JavaScript.</p>` : plainForm(companion, token, kind)}
</pay-form>`;
}

export function payStatus(companion: string, token: string, { lang }: Choice): Html {
  return html`<pay-status src="${companion}" order="${token}"${lang ? html` lang="${lang}"` : ''}></pay-status>`;
}

/** The tag's attributes for a choice, each with a leading space. */
export function formAttributes({ mode, challenge, lang, isolated, customer }: Choice): string[] {
  return [
    ` mode="${plain(mode)}"`,
    ...(challenge ? [` challenge="${plain(challenge)}"`] : []),
    ...(lang ? [` lang="${plain(lang)}"`] : []),
    ...(isolated ? [' isolated'] : []),
    ...(customer ? [' save-card'] : []),
  ];
}

/** The choice comes from the address and is not trusted. */
const plain = (value: string): string => value.replaceAll(/[^\w-]/g, '');

/** The tag's content without JavaScript. */
function plainForm(companion: string, token: string, kind: Kind): Html {
  return html`<form class="fallback" method="post" action="${companion}/hosted">
    <input type="hidden" name="order" value="${token}">
    <label>Email <input name="email" type="email" autocomplete="email" required></label>
    <label>Phone <input name="phone" type="tel" autocomplete="tel" required></label>
    ${kind.name === 'loan' ? LENDERS_FIELDS : ''}
    <button>Continue to payment</button>
  </form>`;
}

const LENDERS_FIELDS = html`<label>First name <input name="firstName" autocomplete="given-name" required></label>
    <label>Last name <input name="lastName" autocomplete="family-name" required></label>
    <label>Date of birth <input name="birthday" type="date" autocomplete="bday" required></label>`;
