/**
 * What is kept in the browser's storage under a name, or null.
 * @param kind `sessionStorage` lives as long as the tab
 */
export function kept(kind: 'localStorage' | 'sessionStorage', name: string): unknown {
  return tried(() => JSON.parse(window[kind].getItem(name) ?? 'null') as unknown);
}

/** Keeps a value; null removes what was kept. */
export function keep(kind: 'localStorage' | 'sessionStorage', name: string, value: unknown): void {
  tried(() =>
    value === null ? window[kind].removeItem(name) : window[kind].setItem(name, JSON.stringify(value)),
  );
}

/** There is no storage if the customer forbids it. */
function tried<Result>(use: () => Result): Result | null {
  try {
    return use();
  } catch {
    return null;
  }
}
