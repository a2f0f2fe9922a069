/** The button that plays a day's orders, so that the console of a fresh demo has something to show. */
export function startDay(panel: HTMLElement): void {
  const button = panel.querySelector<HTMLButtonElement>('[data-day]');
  const line = panel.querySelector('[data-day-progress]');
  let isRunning = false;
  button?.addEventListener('click', () => {
    if (isRunning) return;
    isRunning = true;
    const show = (text: string) => line && (line.textContent = text);
    void play(panel, show)
      .catch((error: unknown) => show(`It ended early: ${String(error)}`))
      .finally(() => {
        isRunning = false;
      });
  });
}

async function play(panel: HTMLElement, show: (text: string) => void): Promise<void> {
  const { demo = '', companion = '' } = panel.dataset;
  const [{ DAY, fillDay }, { dayWays }, { fingerprint }] = await Promise.all([
    import('./day.ts'),
    import('./day-ways.ts'),
    import('../../widget/fingerprint.ts'),
  ]);
  const ask = (url: string, init: RequestInit) => fetch(url, init);
  const shop = demo.replace(/\/demo$/, '');
  await fillDay(dayWays({ shop, companion, fingerprint: fingerprint(), ask }), (done) => {
    // Screen readers read every change.
    if (done % 5 === 0) show(`${done} of ${DAY.length} orders…`);
  });
  show(`${DAY.length} orders are made. The console shows them.`);
}
