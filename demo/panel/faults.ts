/** Orders what goes wrong next: through the shop's server, as a browser may not speak to the sandbox's control. */
export function startFaults(panel: HTMLElement): void {
  const select = panel.querySelector<HTMLSelectElement>('[data-fault]');
  const address = `${panel.dataset['demo'] ?? ''}/faults`;
  const ask = async (init: RequestInit) => {
    const answer = await fetch(address, init);
    showFaults(panel, ((await answer.json()) as { faults: string[] }).faults);
  };
  panel.querySelector('[data-order-fault]')?.addEventListener('click', () => {
    const headers = { 'content-type': 'application/json' };
    void ask({ method: 'POST', headers, body: JSON.stringify({ name: select?.value }) });
  });
  panel.querySelector('[data-forget]')?.addEventListener('click', () => void ask({ method: 'DELETE' }));
}

/** Says what waits; where nothing has changed, a reader is not told again. */
export function showFaults(panel: HTMLElement, waiting: string[]): void {
  const line = panel.querySelector<HTMLElement>('[data-faults]');
  const text = waiting.length > 0 ? `Next: ${waiting.join(', ')}.` : 'Nothing: all goes well.';
  if (!line || line.textContent === text) return;
  line.textContent = text;
  line.toggleAttribute('data-waiting', waiting.length > 0);
}
