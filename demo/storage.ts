type Area = 'sessionStorage' | 'localStorage';

/**
 * A stored text, or an empty one.
 * @param area default: what the pages of this tab share
 */
export function kept(key: string, area: Area = 'sessionStorage'): string {
  try {
    return window[area].getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Without storage it lasts as long as the page. */
export function keep(key: string, text: string, area: Area = 'sessionStorage'): void {
  try {
    window[area].setItem(key, text);
  } catch {
    // The next page begins anew.
  }
}
