/**
 * Changes of text in place: a translating browser has put other nodes where Lit expects its own, and keeps the old text.
 * The passage must match the installed version exactly, so that another version fails the build.
 */
const IN_PLACE = 'this._$AH!==A&&a(this._$AH)?this._$AA.nextSibling.data=t:this.T(l.createTextNode(t))';

/**
 * lit-html, but with texts that are replaced.
 * @param code its published module
 * @throws Error if it is not the version for which this was made
 */
export function replaceTexts(code: string): string {
  if (code.split(IN_PLACE).length !== 2) throw new Error('lit-html has changed');
  return code.replace(IN_PLACE, 'this.T(l.createTextNode(t))');
}
