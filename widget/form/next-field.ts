import { numberFault } from '../../server/contract/card.ts';
import { digitsOf } from './digits.ts';
import { environment, isShown } from '../environment.ts';
import { faultOf, FIELDS, type FieldName, isWhole } from './fields.ts';

/** Leads to the next field: by Enter on touch screens, and by itself once a number or a date is typed to its end. */
export class NextField {
  /** whether Tab was ever pressed: who moves by keyboard is not moved */
  #tabs = false;
  /** the field that was reached by itself, until the next key */
  #reached: EventTarget | null = null;
  /** by field that was reached by itself: the one before it */
  readonly #from = new WeakMap<EventTarget, HTMLInputElement>();
  /** the keys since then */
  #keys = '';

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

  /** To be called when a key has changed a field. */
  typed(input: HTMLInputElement, key: string): void {
    this.#keys += key;
    if (this.#tabs || !isDone(input)) return;
    const [next] = fieldsAfter(input);
    if (!next || next.value) return;
    this.#keys = '';
    next.focus();
    this.#from.set(next, input);
    this.#reached = next;
  }

  /** To be called when a field gets the focus: who chose it is not led back. */
  entered(field: EventTarget): void {
    this.#from.delete(field);
  }

  /** Leads back to where this field was reached from. Returns that field, or null. */
  back(field: EventTarget): HTMLInputElement | null {
    const before = this.before(field);
    if (!before) return null;
    const origin = this.#from.get(before);
    before.focus();
    if (origin) this.#from.set(before, origin);
    return before;
  }

  /** The field from which this one was reached by itself. */
  before(field: EventTarget | null): HTMLInputElement | null {
    return (!this.#tabs && field && this.#from.get(field)) || null;
  }

  /**
   * The whole number if only its first digits were taken for it, as may happen to one Visa of 19 digits in ten: the keys
   * since the move complete it, and no card is valid in a month 00 or in 2050. Otherwise empty.
   */
  longerNumber({ value }: HTMLInputElement, from: HTMLInputElement): string {
    const digits = digitsOf(from.value) + this.#keys;
    const isRest = /^00| [5-9]/.test(value) && digitsOf(value).endsWith(this.#keys);
    return isRest && !numberFault(digits) ? digits : '';
  }
}

/** Whether the caret is at the end of a valid number or date that nobody types on. */
function isDone({ name, value, selectionStart, ariaInvalid }: HTMLInputElement): boolean {
  const field = name as FieldName;
  if (!isWhole(field, value) || selectionStart !== value.length || ariaInvalid === 'true') return false;
  return !faultOf(field, { [field]: value }, { brands: null, now: environment.now });
}

/** The fields that follow one in the form. */
function fieldsAfter(field: EventTarget | null): HTMLInputElement[] {
  const elements = (field as HTMLInputElement).form?.elements ?? [];
  const inputs = [...elements].filter(
    (one) =>
      (one as HTMLInputElement).name in FIELDS && one.matches(':enabled') && isShown(one as HTMLElement),
  ) as HTMLInputElement[];
  const at = inputs.indexOf(field as HTMLInputElement);
  return at < 0 ? [] : inputs.slice(at + 1);
}
