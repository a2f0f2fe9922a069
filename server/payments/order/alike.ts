/** Whether two values of plain data have the same content. An undefined property counts as missing, as in JSON. */
export function alike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isComposed(one) || !isComposed(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  for (const key in one) if (!alike(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && !Object.hasOwn(one, key)) return false;
  return true;
}

function isComposed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
