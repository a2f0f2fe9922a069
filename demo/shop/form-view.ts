import { html, raw } from 'hono/html';
import type { Kind } from '../kinds.ts';
import { LANGUAGES } from '../looks.ts';
import type { Choice } from './choice.ts';
import type { Html } from './view.ts';

/** The tag's script, and beside it the tag's language, which the script would ask for only when it runs. */
export function widgetTag(companion: string, { lang }: Choice): Html {
  const hasFile = LANGUAGES.includes(lang);
  const texts = hasFile ? html`<link rel="modulepreload" href="${companion}/pay-form-${lang}.js">` : '';
  return html`<script type="module" src="${companion}/pay-form.js"></script>${texts}`;
}

export function payForm(companion: string, token: string, choice: Choice): Html {
  const { kind } = choice;
  const attributes = raw(['', ...formAttributes(choice)].join(' '));
  return html`<pay-form src="${companion}" order="${token}"${attributes}>
  ${kind.name === 'lookup' ? html`<p>Checking a card needs JavaScript.</p>` : plainForm(companion, token, kind)}
</pay-form>`;
}

/** @param retry link to another attempt, shown after a failure */
export function payStatus(companion: string, token: string, { lang }: Choice, retry: Html): Html {
  return html`<pay-status src="${companion}" order="${token}"${lang ? html` lang="${lang}"` : ''}>${retry}</pay-status>`;
}

/**
 * The HTML of the tag on screen, to be copied. The copying shop's server makes the token.
 * @param page `checkout` or `thanks`
 */
export function htmlToCopy(companion: string, choice: Choice, page: string): string {
  const [tag, own] =
    page === 'thanks'
      ? ['pay-status', choice.lang ? [`lang="${choice.lang}"`] : []]
      : ['pay-form', formAttributes(choice)];
  const attributes = [`src="${companion}"`, 'order="the order token that your server signs"', ...own];
  return `<script type="module" src="${companion}/pay-form.js"></script>

<${tag}${attributes.map((one) => `\n  ${one}`).join('')}
></${tag}>`;
}

/** The tag's attributes for a choice. Defaults need none. */
function formAttributes({ mode, challenge, lang, isolated, customer }: Choice): string[] {
  const attributes = [
    mode === 'auto' ? '' : `mode="${mode}"`,
    challenge && `challenge="${challenge}"`,
    lang && `lang="${lang}"`,
    isolated && 'isolated',
    customer && 'save-card',
  ];
  return attributes.filter(Boolean);
}

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
