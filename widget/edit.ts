/** What an edit of the browser leaves. Pure. */

/**
 * What stands before and behind the caret after an edit, or null where only the browser knows.
 * A key that deletes takes a digit, past the separator: that would come back and block the way. A separator between
 * what is left stays, so that no month runs into a year.
 * @param inputType of the event `beforeinput`, and its `data`
 */
export function editOf(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  inputType: string,
  data: string | null,
): [head: string, tail: string] | null {
  const from = selectionStart ?? 0;
  const to = selectionEnd ?? 0;
  const [head, picked, tail] = [value.slice(0, from), value.slice(from, to), value.slice(to)];
  if (!/^insert(Text|FromP)|^deleteCon/.test(inputType)) return null;
  if (picked || data) return [head + (data ?? ''), (tail && picked.includes('/') ? '/' : '') + tail];
  if (inputType.endsWith('Forward')) return [head, tail.replace(/\d/, '')];
  const [, rest, gap] = /^(.*)\d(\D*)$/.exec(head) ?? [];
  return gap === undefined ? null : [`${rest}`, gap + tail];
}
