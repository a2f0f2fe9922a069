import { html, raw } from 'hono/html';
import { type Choice, OTHER_LANGUAGES } from './choice.ts';
import type { Html } from './page.ts';

/** The tag's script, and beside it the tag's language, which the script would ask for only when it runs. */
export function tagScript(companion: string, { lang }: Choice): Html {
  const hasFile = OTHER_LANGUAGES.includes(lang);
  const texts = hasFile ? html`<link rel="modulepreload" href="${companion}/pay-form-${lang}.js">` : '';
  return html`<script type="module" src="${companion}/pay-form.js"></script>${texts}`;
}

/** The form, with a plain form to the hosted page as its content without JavaScript. */
export function payForm(companion: string, token: string, choice: Choice): Html {
  return html`${openingTag('pay-form', companion, token, choice)}${plainForm(companion, token, choice)}</pay-form>`;
}

/** @param retry link to another attempt, shown after a failure */
export function payStatus(companion: string, token: string, choice: Choice, retry: Html): Html {
  return html`${openingTag('pay-status', companion, token, choice)}${retry}</pay-status>`;
}

/** The HTML of the tag on screen, to be copied. The copying shop's server makes the token. */
export function htmlToCopy(companion: string, choice: Choice, name: TagName): Html {
  const tag = openingTag(name, companion, 'the order token that your server signs', choice);
  return html`${`<script type="module" src="${companion}/pay-form.js"></script>\n\n${tag}</${name}>`}`;
}

type TagName = 'pay-form' | 'pay-status';

/** The attributes for a choice. Defaults need none. */
function openingTag(name: TagName, companion: string, token: string, choice: Choice): ReturnType<typeof raw> {
  const { mode, challenge, lang, isolated, customer } = choice;
  const ofForm = [
    mode !== 'auto' && `mode="${mode}"`,
    challenge && `challenge="${challenge}"`,
    isolated && 'isolated',
    customer && 'save-card',
  ];
  const attributes = [
    `src="${companion}"`,
    `order="${token}"`,
    lang && `lang="${lang}"`,
    ...(name === 'pay-form' ? ofForm : []),
  ];
  return raw(`<${name}\n  ${attributes.filter(Boolean).join('\n  ')}\n>`);
}

function plainForm(companion: string, token: string, { kind }: Choice): Html {
  if (kind.name === 'lookup') return html`<p>Checking a card needs JavaScript.</p>`;
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
