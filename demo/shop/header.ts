import { html, raw } from 'hono/html';
import type { Html } from './markup.ts';

const KETTLE = raw(
  '<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M9 27h15c2-2.500 3-5 3-8 0-5-4-8-10.500-8S6 14 6 19c0 3 1 5.500 3 8Z" fill="currentColor" fill-opacity=".16"/><path d="M6.500 17C4 16 4 12 1.500 11M10 11.500C10 3 23 3 23 11.500M16.500 11V8.500M8 22h17"/></svg>',
);
const LOCK = raw(
  '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="currentColor"><path d="M4 7V5a4 4 0 1 1 8 0v2h.500A1.500 1.500 0 0 1 14 8.500v5a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 2 13.500v-5A1.500 1.500 0 0 1 3.500 7Zm1.800 0h4.400V5a2.200 2.200 0 0 0-4.400 0Z"/></svg>',
);
const SLIDERS = raw(
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linecap="round"><path d="M3 6h7M15 6h2M3 14h2M10 14h7"/><circle cx="12.500" cy="6" r="2.200"/><circle cx="7.500" cy="14" r="2.200"/></svg>',
);

/** The header of every page; the checkout's has no links elsewhere. */
export function header(page: string, home: Html, cart: Html): Html {
  const ways = /^(checkout|thanks)$/.test(page)
    ? html`<span class="safe">${LOCK}<span>Secure<span class="roomy"> checkout</span></span></span>`
    : html`<a class="roomy" href="${home}#things">Things</a><a href="${cart}">Cart <span class="count" data-count hidden></span></a>`;
  return html`<header class="bar"><a class="name" href="${home}">${KETTLE}<span>Kettle &amp; Wool</span></a>
    <nav aria-label="Shop">${ways}<a class="panel-open" href="#panel" aria-label="Demo panel" title="Demo panel (p)">${SLIDERS}</a></nav></header>`;
}
