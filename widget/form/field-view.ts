import { html, nothing } from 'lit';
import { brandName, brandRule, brandsOf, type CardBrand } from '../../server/contract/card.ts';
import { brandChip, cvvCard } from './brand-chip.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { icon } from '../icons.ts';
import type { Language } from '../language/language.ts';

/** Renders one field: label, input, icons, and the line below. */

/** Browsers fill in the name of a saved card here; it is then split into the two name fields. */
const CARDHOLDER = html`<textarea class="aside" name="cardholder" autocomplete="cc-name" tabindex="-1" aria-hidden="true"></textarea>`;

/** At most so many icons of accepted brands; the rest is a number. */
const MOST_CHIPS = 5;
/** At most so many in the number field. */
export const MOST_IN_FIELD = 3;

export interface FieldState {
  language: Language;
  /** why the value is invalid, or undefined */
  code: string | undefined;
  /** the same in words */
  fault: string | undefined;
  focused: boolean;
  /** whether this is the last field */
  last: boolean;
  busy: boolean;
  /** the digits of the number typed so far */
  digits: string;
  /** of this number */
  brand: CardBrand | null;
  /** accepted brands, or null for all */
  accepted: readonly CardBrand[] | null;
  /** whether it only keeps what was typed: another way to pay is chosen, which needs other fields */
  hidden: boolean;
}

export function renderField(name: FieldName, state: FieldState): unknown {
  const { language, code, fault, focused, busy, brand, last } = state;
  const { texts } = language;
  const { autocomplete, type = 'text', inputmode, placeholder } = FIELDS[name];
  const isCvv = name === 'cvv';
  const digits = brandRule(brand).cvv ?? 3;
  const hints: Partial<Record<FieldName, string>> = {
    cvv: digits > 3 ? texts.cvvFront : texts.cvvBack,
    ...texts.hint,
  };
  const hint = hints[name];
  return html`<div class=${`field ${name}`} part=${`field field-${name}`} ?hidden=${state.hidden}>
    ${name === 'firstName' ? CARDHOLDER : nothing}
    <label part="label" for=${name}>${texts.label[name]}</label>
    <div class="box">
      <input
        part=${`input${code ? ' invalid' : ''}${focused ? ' focused' : ''}`}
        id=${name}
        name=${name}
        type=${type}
        autocomplete=${autocomplete}
        inputmode=${inputmode ?? nothing}
        maxlength=${isCvv ? (brand ? digits : 4) : nothing}
        enterkeyhint=${last ? 'go' : 'next'}
        placeholder=${isCvv ? '•'.repeat(digits) : ((name === 'expiry' ? texts.expiryHint : placeholder) ?? nothing)}
        aria-describedby=${`${hint && !fault ? `${name}-hint ` : ''}${name}-fault`}
        aria-invalid=${code ? 'true' : 'false'}
        aria-required="true"
        spellcheck="false"
        ?readonly=${busy}
      />${name === 'number' ? numberSign(state) : isCvv ? html`<span class="sign">${cvvCard(digits > 3)}</span>` : nothing}
    </div>
    ${hint ? html`<p class="note" part="hint" id=${`${name}-hint`} ?hidden=${!!fault}>${hint}</p>` : nothing}
    <p class="fault" part=${fault ? 'error' : nothing} id=${`${name}-fault`} ?hidden=${!!hint && !fault}>${
      fault
        ? html`${icon('alert')}<span><span>${fault}</span>${hint ? html`<span class="more"> · ${hint}</span>` : nothing}</span>`
        : nothing
    }</p>
  </div>`;
}

/** So few brands fit into the empty number field; then only assistive technology needs the row. */
const isFew = (accepted: readonly CardBrand[]): boolean => accepted.length <= MOST_IN_FIELD;

/** The accepted brands; the others are dimmed once one of them is typed. */
export function renderAccepted({ accepted, digits, language }: FieldState): unknown {
  if (!accepted) return nothing;
  const typed = brandsOf(digits).filter((brand) => accepted.includes(brand));
  // The typed ones are always among those that are drawn.
  const drawn = [...new Set([...(accepted.length > MOST_CHIPS ? typed : []), ...accepted])];
  const names = accepted.map(brandName).join(', ');
  const more = accepted.length - MOST_CHIPS;
  return html`<div class=${`brands ${isFew(accepted) ? 'few' : ''}`} part="brands" role="img" aria-label=${language.texts.accepted.replace('{}', names)}>
    ${drawn.slice(0, MOST_CHIPS).map((brand) => brandChip(brand, typed[0] && !typed.includes(brand) ? 'dim' : ''))}
    ${more > 0 ? html`<span>+${more}</span>` : nothing}
  </div>`;
}

/** The brand, whose name screen readers announce when it becomes known; before, the accepted ones if they are few. */
function numberSign({ accepted, brand, digits }: FieldState): unknown {
  const isList = !digits && accepted && isFew(accepted);
  return html`<span class="sign" part="brand">${
    isList ? accepted.map((one) => brandChip(one, 'few')) : brandChip(brand)
  }<span class="aside" aria-live="polite">${brandName(brand)}</span></span>`;
}
