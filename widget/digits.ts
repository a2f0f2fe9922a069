/** The ASCII digits of a text, without anything between them. Those of other scripts become ASCII while they are typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A field's text and its caret position in UTF-16 units. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Formats typed, pasted or filled text without losing a digit.
 * @param head the text before the caret, `tail` the text after it
 * @param deleting true while the customer deletes, so that nothing is put back
 * @param leaving true once the customer leaves the field
 */
export type Format = (head: string, tail: string, deleting?: boolean, leaving?: boolean) => Edit;
