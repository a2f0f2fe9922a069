/** The HTML and the styles to copy. */
export function startCopies(panel: HTMLElement): void {
  const style = themeStyle(document.documentElement.dataset['theme'] ?? '');
  const place = panel.querySelector('[data-css]');
  if (place) place.textContent = style;
  panel.querySelector('[data-style]')?.toggleAttribute('hidden', style === '');
  panel.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copy(panel, button.dataset['copy'] ?? '');
  });
}

async function copy(panel: HTMLElement, what: string): Promise<void> {
  await navigator.clipboard.writeText(panel.querySelector(`[data-${what}]`)?.textContent ?? '');
  const said = panel.querySelector('[data-copied]');
  if (said) said.textContent = `${what.toUpperCase()} copied.`;
}

/** The rules of a theme for the tag, from the page's own style sheets, as a shop would write them. */
function themeStyle(theme: string): string {
  const prefix = `[data-theme="${theme}"]`;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const ours = rules.filter(
    (rule): rule is CSSStyleRule =>
      rule instanceof CSSStyleRule && rule.selectorText.includes(`${prefix} pay-form`),
  );
  const accents = getComputedStyle(document.documentElement).getPropertyValue('--accent');
  return ours
    .map(({ selectorText, style }) => {
      const body = style.cssText.replaceAll('var(--accent)', accents).replaceAll('; ', ';\n  ');
      return `${selectorText.replace(`${prefix} `, '')} {\n  ${body}\n}`;
    })
    .join('\n');
}
