/** Copies the HTML of the tag. */
export function startCopies(panel: HTMLElement): void {
  panel.querySelector('[data-copy]')?.addEventListener('click', () => void copy(panel));
}

async function copy(panel: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(panel.querySelector('[data-html]')?.textContent ?? '');
  const line = panel.querySelector('[data-copied]');
  if (line) line.textContent = 'HTML copied.';
}
