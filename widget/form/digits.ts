/** The ASCII digits of a text, without anything between them. Those of other scripts become ASCII while they are typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A field's text and its caret position in UTF-16 units. */
export interface Edit {
  text: string;
  caret: number;
}

/** How a text came about: by one key, by removing some of it, by leaving the field, or all at once (pasted, autofilled). */
export type How = 'typed' | 'deleted' | 'left' | 'filled';

/**
 * Formats a text without losing a digit.
 * @param head the text before the caret, `tail` the text after it
 */
export type Format = (head: string, tail: string, how: How) => Edit;
