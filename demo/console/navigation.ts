/** Changes the address without a link. The console follows every `hashchange`. */

/** Marks a history entry that was opened on top of the view below it: Back closes it. */
const ON_TOP = 'on-top';

/** Opens an address on top of the current one. */
export function openOnTop(address: string): void {
  history.pushState(ON_TOP, '', address);
  dispatchEvent(new Event('hashchange'));
}

/** Closes what was opened on top. If the user came here directly, opens `below` instead. */
export function closeOnTop(below: string): void {
  if (history.state === ON_TOP) {
    history.back();
    return;
  }
  history.replaceState(null, '', below);
  dispatchEvent(new Event('hashchange'));
}
