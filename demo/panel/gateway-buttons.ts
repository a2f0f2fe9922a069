const JSON_TYPE = { 'content-type': 'application/json' };

/** Sets the next fault through the shop's server, because browsers may not call the sandbox's control API. */
export function startFaults(panel: HTMLElement): void {
  const select = panel.querySelector<HTMLSelectElement>('[data-fault]');
  const ask = async (init: RequestInit) => {
    const answer = await fetch('/demo/faults', init);
    showFaults(panel, ((await answer.json()) as { faults: string[] }).faults);
  };
  panel.querySelector('[data-set-fault]')?.addEventListener('click', () => {
    void ask({ method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ name: select?.value }) });
  });
  panel.querySelector('[data-clear-faults]')?.addEventListener('click', () => void ask({ method: 'DELETE' }));
}

/** Shows the waiting faults. Unchanged text is left alone, so that screen readers do not repeat it. */
export function showFaults(panel: HTMLElement, waiting: string[]): void {
  const line = panel.querySelector<HTMLElement>('[data-faults]');
  const text = waiting.length > 0 ? `Next: ${waiting.join(', ')}.` : 'Nothing: all goes well.';
  if (!line || line.textContent === text) return;
  line.textContent = text;
  line.toggleAttribute('data-waiting', waiting.length > 0);
}

/** The button that plays a day of orders, so that the console of a fresh demo has something to show. */
export function startDay(panel: HTMLElement): void {
  const line = panel.querySelector('[data-day-progress]');
  const show = (text: string) => line && (line.textContent = text);
  panel.querySelector('[data-day]')?.addEventListener('click', () => {
    show('The orders are being paid…');
    playDay().then(show, () => show('The day ended early: the demo’s log says why.'));
  });
}

async function playDay(): Promise<string> {
  const answer = await fetch('/demo/day', { method: 'POST', headers: JSON_TYPE });
  const { orders } = (await answer.json()) as { orders: number };
  return `Done: ${orders} orders. The console shows them.`;
}
