/**
 * Makes room for a panel that the page before has left open (`panel/panel.ts` stores that), or that the address names. A
 * classic script: it runs before anything is drawn, so that nothing moves when the panel is loaded. A file: the pages work
 * under a policy without inline scripts.
 */
try {
  if (location.hash === '#panel' || sessionStorage.getItem('demo-panel') === 'open')
    document.documentElement.dataset.panel = 'open';
} catch {
  // Without storage the panel has to be opened on every page.
}
