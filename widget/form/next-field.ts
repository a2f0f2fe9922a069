import { brandOf, brandRule } from '../../server/contract/card.ts';
import { digitsOf } from './digits.ts';
import { environment } from '../environment.ts';
import { faultOf, FIELDS } from './fields.ts';

/** Leads to the next field: by Enter on touch screens, and by itself once a number or a date is typed to its end. */
export class NextField {
  /** whether Tab was ever pressed: who moves by keyboard is not moved */
  #tabs = false;
  /** the field in which something was removed since it was entered */
  #corrected: EventTarget | null = null;
  /** the field that was reached by itself, until the next key */
  #reached: EventTarget | null = null;

  /** @param event `keydown` or `keyup`: the latter tells of a Tab that led into the form */
  key(event: KeyboardEvent): void {
    const { key, target, type, shiftKey, isComposing } = event;
    if (key === 'Tab') this.#tabs = true;
    if (type !== 'keydown') return;
    // Who presses Tab after the last digit wants the field that is already reached.
    if (key === 'Tab' && !shiftKey && target === this.#reached) event.preventDefault();
    this.#reached = null;
    if (key !== 'Enter' || isComposing || !matchMedia('(pointer: coarse)').matches) return;
    const next = fieldsAfter(target).find(({ value }) => !value);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** To be called before each edit. */
  beforeInput({ target, inputType }: InputEvent): void {
    const { selectionStart, selectionEnd } = target as HTMLInputElement;
    if (selectionStart !== selectionEnd || !inputType.startsWith('insert')) this.#corrected = target;
  }

  /** To be called when a changed field is left. */
  left(): void {
    this.#corrected = null;
  }

  /** To be called when a key has changed a field. */
  typed(input: HTMLInputElement): void {
    if (this.#tabs || input === this.#corrected || !isDone(input)) return;
    const [next] = fieldsAfter(input);
    if (!next || next.value) return;
    next.focus();
    this.#reached = next;
  }
}

/** Whether the caret is at the end of a valid number or date that nobody types on. */
function isDone(input: HTMLInputElement): boolean {
  const { name, value, selectionStart } = input;
  if (name === 'number' ? !hasUsualLength(digitsOf(value)) : name !== 'expiry') return false;
  if (selectionStart !== value.length || input.ariaInvalid === 'true') return false;
  return !faultOf(name as 'number' | 'expiry', { [name]: value }, { brands: null, now: environment.now });
}

/**
 * Whether a number of its brand usually ends here: 16 digits, or the most if these are not the shortest either. The first
 * digits of a longer number pass the check in one of ten cases.
 */
function hasUsualLength(digits: string): boolean {
  const { lengths, exactly } = brandRule(brandOf(digits));
  const [min, max] = lengths;
  return digits.length === (exactly || min === 16 ? 16 : max);
}

/** The fields that follow one in the form. */
function fieldsAfter(field: EventTarget | null): HTMLInputElement[] {
  const elements = (field as HTMLInputElement).form?.elements ?? [];
  const inputs = [...elements].filter(
    (one) => (one as HTMLInputElement).name in FIELDS && one.matches(':enabled') && one.checkVisibility(),
  ) as HTMLInputElement[];
  const at = inputs.indexOf(field as HTMLInputElement);
  return at < 0 ? [] : inputs.slice(at + 1);
}
