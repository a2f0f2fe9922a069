import { asciiDigits, formatsOf, type Gaps, staysInGroup } from './card-field.ts';
import type { Edit, Format } from './digits.ts';
import { editOf } from './edit.ts';
import type { CardFieldName, FieldName } from './fields.ts';

/**
 * The hands on the keyboard: what is typed, pasted or filled is shown in the field's format. Loaded when the form gets the
 * keyboard or is filled; takes what it needs of the element as an argument and shares no code with it, as feedback.ts does.
 */

/** Number, expiry date and perhaps CVV, copied together. */
const WHOLE_CARD = /(\d[\d -]{10,21}\d)\D+(\d\d? ?\/ ?\d+)\D*(\d*)/;
/** Fewer characters hold no number. */
const SHORTEST = 12;

/** The format of a form's fields at work. */
export class Typing {
  readonly #card: readonly CardFieldName[];
  readonly #formats: Readonly<Record<string, Format>>;
  /** the format writes into a field just now */
  #writing = false;
  /** type and data of the insertion that the browser is about to do, where its result stands as it should */
  #plain = '';

  /** @param card the fields of a card, in the order in which a copied one names them */
  constructor(card: readonly CardFieldName[], gapsOf: Gaps) {
    this.#card = card;
    this.#formats = formatsOf(gapsOf);
  }

  /** Does the edit in the browser's place where its result would look different, so that it can be undone as one. */
  beforeInput(event: InputEvent): void {
    const input = event.target as HTMLInputElement;
    const { inputType, data, cancelable } = event;
    this.#plain = '';
    // Most keys: to format them would be felt.
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
   * Formats what the browser has done by itself: autofill, a word deleted, the end of a composition, and what a customer
   * leaves behind. An undone or repeated edit stays as it was.
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

  /** Formats what stood in the fields before this was loaded. */
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

  /** The last word of the cardholder's name is the last name, where the customer has given none. */
  #shareName(input: HTMLInputElement): void {
    const [, first, last] = /^(.+) (\S+)$/.exec(input.value.trim()) ?? [];
    this.#fill(input.form, 'firstName', first);
    this.#fill(input.form, 'lastName', last);
    input.value = '';
  }

  /** Fills a field that is there, as autofill does; a name only where there is none. */
  #fill(form: HTMLFormElement | null, name: FieldName, text = ''): void {
    const input = form?.elements.namedItem(name) as HTMLInputElement | null;
    const format = this.#formats[name];
    if (text && input && (format || !input.value))
      this.#write(input, format?.(text, '') ?? { text, caret: 0 });
  }

  /** Through the browser's editing where the field has the focus: it can be undone then. */
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
    // A layout for every key would be felt.
    if (focused && (input.selectionStart !== caret || input.selectionEnd !== caret))
      input.setSelectionRange(caret, caret);
  }
}
