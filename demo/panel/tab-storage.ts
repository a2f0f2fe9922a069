/** A text that the pages of this tab share. Without storage it lasts as long as a page. */
export function kept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The next page begins anew.
  }
}
