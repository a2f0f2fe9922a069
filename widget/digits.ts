/** The ASCII digits of a text, whatever stands between them. Those of other scripts become ASCII while they are typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** What a field shows and where its caret stands, in UTF-16 units. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Writes typed, pasted or filled text the way the field shows it, and loses no digit of it.
 * @param head the text before the caret, `tail` what follows
 * @param deleting true where the customer is taking characters away, so that nothing is put back
 * @param leaving true where the customer has done with the field
 */
export type Format = (head: string, tail: string, deleting?: boolean, leaving?: boolean) => Edit;
