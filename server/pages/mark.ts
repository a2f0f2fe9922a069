import { html, raw } from 'hono/html';

/** The shapes of the marks, as lines in a square of 24 units. */
const SHAPES = {
  done: 'M5.5 12.5l4.5 4.5 8.5-9.5',
  failed: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  waiting: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  returned: 'M9 6L5 10l4 4M5.5 10H14a4.5 4.5 0 0 1 0 9h-2.5',
  notice: 'M12 6.5v6.5M12 17v.01',
} as const;

export type MarkName = keyof typeof SHAPES;

/** The mark above a page's title. The title says the same. */
export function mark(name: MarkName) {
  return html`<div class="mark ${name}" aria-hidden="true"><svg viewBox="0 0 24 24"><path pathLength="1" d="${raw(SHAPES[name])}"/></svg></div>`;
}

/** Styles of the mark, which every page has. */
export const MARK_STYLE = `
.mark{box-sizing:border-box;width:3.5rem;height:3.5rem;margin:0 auto 1.25rem;padding:.875rem;border-radius:50%;color:color-mix(in srgb,currentcolor 75%,transparent);background:color-mix(in srgb,currentcolor 12%,transparent)}
.mark.done{color:var(--positive)}
.mark.failed{color:var(--negative)}
.mark.waiting{color:var(--accent)}
.mark svg{display:block;fill:none;stroke:currentcolor;stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round}
@media(prefers-reduced-motion:no-preference){.mark.done path{stroke-dasharray:1;animation:draw .3s .1s ease-out both}}
@keyframes draw{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}`;
