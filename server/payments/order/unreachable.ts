/** The end of a `switch` that names every case: a new kind makes the compiler ask for it. */
export function unreachable(value: never): never {
  throw new TypeError(`Unknown kind: ${JSON.stringify(value)}`);
}
