import { asciiDigits, formatsOf, type Gaps, staysInGroup } from './card-field.ts';
import type { Edit, Format } from './digits.ts';
import { editOf } from './edit.ts';
import type { CardFieldName, FieldName } from './fields.ts';

/**
 * Formats what is typed, pasted or filled in. Loaded when the form gets the focus or is filled in. Like feedback.ts, it
 * receives what it needs from the element as an argument and shares no code with it.
 */

/** Number, expiry date and perhaps CVV, copied together. */
const WHOLE_CARD = /(\d[\d -]{10,21}\d)\D+(\d\d? ?\/ ?\d+)\D*(\d*)/;
/** Texts up to this length contain no card number. */
const SHORTEST = 12;

/** Applies the formats to the fields of a form. */
export class Typing {
  readonly #card: readonly CardFieldName[];
  readonly #formats: Readonly<Record<string, Format>>;
  /** whether the formatter is writing into a field */
  #writing = false;
  /** type and data of the insertion that the browser is about to make, if its result needs no formatting */
  #plain = '';

  /** @param card the card fields, in the order of a copied card */
  constructor(card: readonly CardFieldName[], gapsOf: Gaps) {
    this.#card = card;
    this.#formats = formatsOf(gapsOf);
  }

  /** Makes the edit in the browser's place if its result needs formatting, so that it can be undone as one. */
  beforeInput(event: InputEvent): void {
    const input = event.target as HTMLInputElement;
    const { inputType, data, cancelable } = event;
    this.#plain = '';
    // Most keys: formatting them would be noticeable.
    if (data && inputType === 'insertText' && staysInGroup(input, data)) {
      this.#plain = inputType + data;
      return;
    }
    const format = this.#formats[input.name];
    if (!format || this.#writing || !cancelable) return;
    const card = data?.[SHORTEST] ? WHOLE_CARD.exec(asciiDigits(data)) : null;
    const sides = editOf(input, inputType, data);
    if (card) {
      event.preventDefault();
      this.#card.forEach((name, index) => this.#fill(input.form, name, card[index + 1]));
    } else if (sides) {
      const [head, tail] = sides;
      const edit = format(head, tail, !data);
      const same = !!data && edit.text === head + tail;
      if (same && edit.caret === head.length) this.#plain = inputType + data;
      if (same) return;
      event.preventDefault();
      this.#write(input, edit);
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
    if (input.name === 'cardholder') return this.#shareName(input);
    const plain = this.#plain === `${inputType}${data}`;
    this.#plain = '';
    if (plain || isComposing || inputType.startsWith('h')) return;
    this.#format(input, inputType.startsWith('d'), event.type === 'change');
  }

  /** Formats what was in the fields before this was loaded. */
  catchUp(inputs: Iterable<HTMLInputElement>): void {
    for (const input of inputs) {
      if (input.name === 'cardholder') this.#shareName(input);
      else if (input.value) this.#format(input, false, !input.matches(':focus'));
    }
  }

  #format(input: HTMLInputElement, deleting: boolean, leaving: boolean): void {
    const format = this.#formats[input.name];
    if (!format || this.#writing) return;
    const { value } = input;
    const caret = input.selectionStart ?? value.length;
    this.#write(input, format(value.slice(0, caret), value.slice(caret), deleting, leaving));
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
    const format = this.#formats[name];
    if (text && input && (format || !input.value))
      this.#write(input, format?.(text, '') ?? { text, caret: 0 });
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
