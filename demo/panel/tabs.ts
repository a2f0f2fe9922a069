const KEPT = 'demo-panel-tab';

/** Tabs with arrow keys (ARIA Authoring Practices, Tabs with automatic activation). The next page opens the same tab. */
export function startTabs(panel: HTMLElement): void {
  const tabs = [...panel.querySelectorAll<HTMLElement>('[role=tab]')];
  const choose = (tab: HTMLElement) => {
    select(panel, tabs, tab);
    keep(tab.id);
  };
  const kept = tabs.find(({ id }) => id === keptTab());
  if (kept) select(panel, tabs, kept);
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  panel.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
    const step = event instanceof KeyboardEvent ? stepOf(event.key) : 0;
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!step || !next) return;
    choose(next);
    next.focus();
  });
}

function keptTab(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(id: string): void {
  try {
    sessionStorage.setItem(KEPT, id);
  } catch {
    // Without storage every page opens the first tab.
  }
}

function stepOf(key: string): number {
  const isRtl = document.documentElement.dir === 'rtl';
  if (key === 'ArrowRight') return isRtl ? -1 : 1;
  if (key === 'ArrowLeft') return isRtl ? 1 : -1;
  return 0;
}

function select(panel: HTMLElement, tabs: HTMLElement[], chosen: HTMLElement): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const shown = panel.querySelector(`#${tab.getAttribute('aria-controls') ?? ''}`);
    shown?.toggleAttribute('hidden', !isChosen);
  }
}
