/** Every text inside a value, but those too short to be a secret: to be removed from what an answer repeats. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 4 ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item: unknown) => textsIn(item));
}
