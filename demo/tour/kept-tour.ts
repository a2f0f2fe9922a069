/** The tour's progress in this tab, so that the next page continues it. */
export interface KeptTour {
  /** counted from 0 */
  step: number;
  /** `stopped`: the user took over and may resume it */
  state: 'playing' | 'paused' | 'stopped';
}

const KEY = 'demo-tour';

export function readTour(): KeptTour | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptTour | null;
  } catch {
    return null;
  }
}

export function keepTour(tour: KeptTour | null): void {
  try {
    if (tour) sessionStorage.setItem(KEY, JSON.stringify(tour));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the tour ends with its page.
  }
}
