/** The name that a mistyped word was meant to be: it begins like it, or at most a third of its letters differ. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const close = names
    .map((name) => ({ name, distance: name.startsWith(word) ? 1 : distance(word, name) }))
    .filter((one) => one.distance <= Math.max(1, Math.floor(one.name.length / 3)));
  return close.toSorted((a, b) => a.distance - b.distance)[0]?.name;
}

/** Levenshtein's distance: how many letters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
