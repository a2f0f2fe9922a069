import { asciiDigits } from '../../server/contract/ascii-digits.ts';
import { FORMATS, staysInGroup } from './card-field.ts';
import type { Edit, How } from './digits.ts';
import { editOf } from './edit.ts';
import { CARD_FIELDS, type FieldName } from './fields.ts';
import { NextField } from './next-field.ts';

/** Number, expiry date and perhaps CVV, copied together. */
const WHOLE_CARD = /(\d[\d -]{10,21}\d)\D+(\d\d? ?\/ ?\d+)\D*(\d*)/;
/** Texts up to this length contain no card number. */
const SHORTEST = 12;

/** Formats what is typed, pasted or filled into the fields of a form, and leads from field to field. */
export class Typing {
  readonly #next = new NextField();
  /** whether the formatter is writing into a field */
  #writing = false;
  /** type and data of the insertion that the browser is about to make, if its result needs no formatting */
  #plain = '';
  #isHeld = false;

  /** To be called when a field gets the focus. */
  entered(field: EventTarget): void {
    this.#next.entered(field);
  }

  /** @param event `keydown` or `keyup` */
  key(event: KeyboardEvent): void {
    this.#next.key(event);
    // A key that is held empties one field, not all.
    this.#isHeld = event.repeat;
    if (event.type === 'keydown' && event.key === 'Backspace') this.#goBack(event);
  }

  /** Makes the edit in the browser's place if its result needs formatting, so that it can be undone as one. */
  beforeInput(event: InputEvent): void {
    const input = event.target as HTMLInputElement;
    const { inputType, data, cancelable } = event;
    if (this.#writing) return;
    // Not every keyboard on a screen tells which key was pressed.
    if (inputType === 'deleteContentBackward' && this.#goBack(event)) return;
    this.#plain = '';
    // Most keys: formatting them would be noticeable.
    if (data && inputType === 'insertText' && staysInGroup(input, data)) {
      this.#plain = inputType + data;
      return;
    }
    const format = FORMATS[input.name];
    if (!format || !cancelable) return;
    const card = data?.[SHORTEST] ? WHOLE_CARD.exec(asciiDigits(data)) : null;
    const sides = editOf(input, inputType, data);
    if (card) {
      event.preventDefault();
      CARD_FIELDS.forEach((name, index) => this.#fill(input.form, name, card[index + 1]));
    } else if (sides) {
      const [head, tail] = sides;
      const edit = format(head, tail, howOf(event));
      const same = !!data && edit.text === head + tail;
      if (same && edit.caret === head.length) this.#plain = inputType + data;
      if (same) return;
      event.preventDefault();
      const before = input.value;
      this.#write(input, edit);
      if (isKey(event) && edit.text !== before) this.#typed(input, data);
    }
  }

  /**
   * Formats edits that the browser made itself: autofill, a deleted word, the end of a composition, and a field that the
   * customer leaves. An undone or repeated edit stays as it is.
   * @param event `input`, `change` or `compositionend`
   */
  afterInput(event: Event): void {
    const input = event.target as HTMLInputElement;
    const { inputType = '', data, isComposing } = event as Partial<InputEvent>;
    if (this.#writing) return;
    if (input.name === 'cardholder') return this.#shareName(input);
    const plain = this.#plain === `${inputType}${data}`;
    this.#plain = '';
    if (plain && isKey(event)) return this.#typed(input, data);
    if (plain || isComposing || inputType.startsWith('h')) return;
    this.#format(input, howOf(event));
  }

  /** Deletes the last digit of the field from which an empty one was reached by itself. */
  #goBack(event: Event): boolean {
    const input = event.target as HTMLInputElement;
    const before = input.value || this.#isHeld ? null : this.#next.back(input);
    if (!before) return false;
    event.preventDefault();
    before.setSelectionRange(before.value.length, before.value.length);
    const sides = editOf(before, 'deleteContentBackward', null);
    const edit = sides && FORMATS[before.name]?.(...sides, 'deleted');
    if (edit) this.#write(before, edit);
    return true;
  }

  /** Leads on after a key; back if it belongs to the number before. */
  #typed(input: HTMLInputElement, key: string | null | undefined): void {
    this.#next.typed(input, asciiDigits(key ?? ''));
    const before = this.#next.before(input);
    const number = before && this.#next.longerNumber(input, before);
    const edit = number && FORMATS['number']?.(number, '', 'filled');
    if (!edit) return;
    this.#write(input, { text: '', caret: 0 });
    before.focus();
    this.#write(before, edit);
  }

  #format(input: HTMLInputElement, how: How): void {
    const { value } = input;
    const caret = input.selectionStart ?? value.length;
    const edit = FORMATS[input.name]?.(value.slice(0, caret), value.slice(caret), how);
    if (edit) this.#write(input, edit);
  }

  /** The last word of the cardholder's name becomes the last name, unless the customer has typed one. */
  #shareName(input: HTMLInputElement): void {
    const [, first, last] = /^(.+) (\S+)$/.exec(input.value.trim()) ?? [];
    this.#fill(input.form, 'firstName', first);
    this.#fill(input.form, 'lastName', last);
    input.value = '';
  }

  /** Fills a field, if it exists, as autofill does; a name only if it is empty. */
  #fill(form: HTMLFormElement | null, name: FieldName, text = ''): void {
    const input = form?.elements.namedItem(name) as HTMLInputElement | null;
    const format = FORMATS[name];
    if (text && input && (format || !input.value))
      this.#write(input, format?.(text, '', 'filled') ?? { text, caret: 0 });
  }

  /** Uses the browser's editing if the field has the focus, so that it can be undone. */
  #write(input: HTMLInputElement, { text, caret }: Edit): void {
    const { value } = input;
    const focused = input.matches(':focus');
    this.#writing = true;
    if (value !== text) {
      let same = 0;
      while (text[same] && text[same] === value[same]) same += 1;
      if (focused) {
        input.setSelectionRange(same, value.length);
        document.execCommand(same < text.length ? 'insertText' : 'delete', false, text.slice(same));
      }
      if (input.value !== text) {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    this.#writing = false;
    // A layout at every key would be noticeable.
    if (focused && (input.selectionStart !== caret || input.selectionEnd !== caret))
      input.setSelectionRange(caret, caret);
  }
}

/** Whether one character was typed. Input methods tell the end of a composition without an `inputType`. */
function howOf({ type, inputType = '', data }: Partial<InputEvent>): How {
  if (type === 'change') return 'left';
  if (inputType.startsWith('d')) return 'deleted';
  return data && asciiDigits(data).length === 1 ? 'typed' : 'filled';
}

const isKey = (event: Partial<InputEvent>): boolean =>
  event.inputType === 'insertText' && howOf(event) === 'typed';
