/** Changes of the address that no link makes. The console turns to a new address whenever a `hashchange` says so. */

/** Marks an address in the history that was opened on top of the view below it: Back closes it. */
const ON_TOP = 'on-top';

/** Opens an address on top of the present one. */
export function openOnTop(address: string): void {
  history.pushState(ON_TOP, '', address);
  dispatchEvent(new Event('hashchange'));
}

/** Leaves what was opened on top; where somebody came here directly, `below` takes its place. */
export function closeOnTop(below: string): void {
  if (history.state === ON_TOP) {
    history.back();
    return;
  }
  history.replaceState(null, '', below);
  dispatchEvent(new Event('hashchange'));
}
