/**
 * Opens the panel: by its button, the keys `?` and `p`, or `#panel` in the address. The panel itself is loaded when it is
 * first opened; exchanges between page and companion are recorded from the start.
 */
import { recordOwn } from './own-exchanges.ts';

const KEPT = 'demo-panel';
const panel = document.querySelector<HTMLElement>('#panel');
const button = document.querySelector<HTMLElement>('.panel-open');

async function open(place: HTMLElement, withFocus: boolean): Promise<void> {
  const { showPanel } = await import('./panel.ts');
  place.hidden = false;
  document.documentElement.dataset['panel'] = 'open';
  button?.setAttribute('aria-expanded', 'true');
  remember('open');
  showPanel(place, () => close(place));
  if (withFocus) place.querySelector<HTMLElement>('[data-close]')?.focus();
}

function close(place: HTMLElement): void {
  const hadFocus = place.contains(document.activeElement);
  place.hidden = true;
  delete document.documentElement.dataset['panel'];
  button?.setAttribute('aria-expanded', 'false');
  remember('');
  if (location.hash === '#panel') history.replaceState(null, '', location.pathname + location.search);
  if (hadFocus) button?.focus();
}

/** The next pages in this tab show the panel, too. */
function remember(state: string): void {
  try {
    sessionStorage.setItem(KEPT, state);
  } catch {
    // Without storage the panel has to be opened on every page.
  }
}

/** Whether the user is typing text. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  const takesLetters = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return target instanceof HTMLElement && target.matches(takesLetters);
}

/** In the panel or nowhere, as after a click beside its buttons. */
function hasFocus(place: HTMLElement): boolean {
  return place.contains(document.activeElement) || document.activeElement === document.body;
}

function start(place: HTMLElement): void {
  const { order = '', companion = '' } = place.dataset;
  if (order) recordOwn({ orderId: order, companion });
  const toggle = (withFocus: boolean) => (place.hidden ? void open(place, withFocus) : close(place));
  button?.setAttribute('role', 'button');
  button?.setAttribute('aria-expanded', 'false');
  button?.addEventListener('click', (event) => {
    event.preventDefault();
    // The tour's clicks do not move the focus.
    toggle(event.isTrusted);
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?' || event.key === 'p') toggle(true);
    if (event.key === 'Escape' && !place.hidden && hasFocus(place)) close(place);
  });
  addEventListener('hashchange', () => location.hash === '#panel' && void open(place, true));
  if (document.documentElement.dataset['panel'] === 'open') void open(place, false);
}

if (panel) start(panel);
