import { asciiDigits, type Edit, editOf } from './card-field.ts';
import { CARD_FIELDS, type FieldName, FIELDS } from './fields.ts';

/** The hands on the keyboard: what is typed, pasted or filled is shown in the field's format. */

/** Number, expiry date and perhaps CVV, copied together. */
const WHOLE_CARD = /(\d[\d -]{10,21}\d)\D+(\d\d? ?\/ ?\d+)\D*(\d*)/;

/** The format writes into the field just now. */
let writing = false;

/** Does the edit in the browser's place where its result would look different, so that it can be undone as one. */
export function beforeInput(event: InputEvent): void {
  const input = event.target as HTMLInputElement;
  const { inputType, data, cancelable } = event;
  const { format } = FIELDS[input.name as FieldName];
  if (!format || writing || !cancelable) return;
  const card = WHOLE_CARD.exec(asciiDigits(data ?? ''));
  const sides = editOf(input, inputType, data);
  if (card) {
    event.preventDefault();
    CARD_FIELDS.forEach((name, index) => fill(input.form, name, card[index + 1]));
  } else if (sides) {
    const edit = format(...sides, !data);
    if (data && edit.text === sides.join('')) return;
    event.preventDefault();
    write(input, edit);
  }
}

/**
 * Formats what the browser has done by itself: autofill, a word deleted, the end of a composition, and what a customer
 * leaves behind. An undone or repeated edit stays as it was.
 * @param event `input`, `change` or `compositionend`
 */
export function afterInput(event: Event): void {
  const input = event.target as HTMLInputElement;
  const { inputType = '', isComposing } = event as Partial<InputEvent>;
  if (input.name === 'cardholder') return shareName(input);
  const { format } = FIELDS[input.name as FieldName];
  if (!format || writing || isComposing || inputType.startsWith('h')) return;
  const { value } = input;
  const caret = input.selectionStart ?? value.length;
  write(
    input,
    format(value.slice(0, caret), value.slice(caret), inputType.startsWith('d'), event.type === 'change'),
  );
}

/** The last word of the cardholder's name is the last name, where the customer has given none. */
function shareName(input: HTMLInputElement): void {
  const [, first, last] = /^(.+) (\S+)$/.exec(input.value.trim()) ?? [];
  fill(input.form, 'firstName', first);
  fill(input.form, 'lastName', last);
  input.value = '';
}

/** Fills a field that is there, as autofill does; a name only where there is none. */
function fill(form: HTMLFormElement | null, name: FieldName, text = ''): void {
  const input = form?.elements.namedItem(name) as HTMLInputElement | null;
  const { format } = FIELDS[name];
  if (text && input && (format || !input.value)) write(input, format?.(text, '') ?? { text, caret: 0 });
}

/** Through the browser's editing where the field has the focus: it can be undone then. */
function write(input: HTMLInputElement, { text, caret }: Edit): void {
  const { value } = input;
  const focused = input.matches(':focus');
  writing = true;
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
  writing = false;
  if (focused) input.setSelectionRange(caret, caret);
}
