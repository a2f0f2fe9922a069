import { keep, kept } from '../storage.ts';

const STATE = 'demo-tour';
/** The items that the tour buys. */
const CART = { tea: '1', mug: '2' };

/** `?tour` on any page starts the guided tour with a new order. Its order page continues it; every other page ends it. */
export function startTour(): void {
  const hasSteps = document.querySelector('.payment, .standing') !== null;
  if (new URLSearchParams(location.search).has('tour')) beginOrder();
  else if (kept(STATE) === 'on' && hasSteps && !isReturn()) {
    void import('./guide.ts').then(({ guide }) => guide(() => keep(STATE, '')));
  } else keep(STATE, '');
}

/** Whether the user came to this page by the Back button, which leads out of the tour. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
}

/** The bank asks in a dialog; language and theme stay. */
function beginOrder(): void {
  keep(STATE, 'on');
  const here = new URL(location.href);
  here.searchParams.delete('tour');
  history.replaceState(null, '', here);
  const choice = new URLSearchParams({ challenge: 'dialog' });
  for (const [name, value] of here.searchParams) if (/^(lang|theme)$/.test(name)) choice.set(name, value);
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: `/orders?${choice}`, hidden: true });
  for (const [name, value] of Object.entries(CART))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
}
