/** Sets the next fault through the shop's server, because browsers may not call the sandbox's control API. */
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

/** Shows the waiting faults. Unchanged text is left alone, so that screen readers do not repeat it. */
export function showFaults(panel: HTMLElement, waiting: string[]): void {
  const line = panel.querySelector<HTMLElement>('[data-faults]');
  const text = waiting.length > 0 ? `Next: ${waiting.join(', ')}.` : 'Nothing: all goes well.';
  if (!line || line.textContent === text) return;
  line.textContent = text;
  line.toggleAttribute('data-waiting', waiting.length > 0);
}
