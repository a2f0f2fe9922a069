/** Predicts what an edit by the browser leaves. Pure. */

/**
 * The text before and after the caret once an edit is done, or null if only the browser knows. A deleting key removes the
 * next digit and skips the separator, which would be put back and block the way. A separator between the remaining parts
 * stays, so that month and year do not run together.
 * @param inputType of the event `beforeinput`, as `data`
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
  if (!(data ? /^insert(Text|FromP)/ : /^deleteCon/).test(inputType)) return null;
  if (picked || data) return [head + (data ?? ''), (tail && picked.includes('/') ? '/' : '') + tail];
  if (inputType.endsWith('Forward')) return [head, tail.replace(/\d/, '')];
  const [, rest, gap] = /^(.*)\d(\D*)$/.exec(head) ?? [];
  return gap === undefined ? null : [`${rest}`, gap + tail];
}
