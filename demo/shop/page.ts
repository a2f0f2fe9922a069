import { html, raw } from 'hono/html';
import { type Choice, choiceQuery } from './choice.ts';
import type { ShopOptions } from './options.ts';

export type Html = ReturnType<typeof html>;

export interface Page {
  name: 'shop' | 'cart' | 'checkout' | 'thanks' | 'missing';
  title: string;
  choice: Choice;
  main: Html;
  /** the tag's script, on pages with a tag */
  script: Html;
  panel: Html;
}

/** Fills the slots of the built page: `<!--slot:name-->`, or `slot:name` in an attribute. */
export function fillPage(options: ShopOptions, page: Page): Html {
  const slots: Record<string, Html | string> = {
    theme: page.choice.theme,
    title: page.title,
    widget: page.script,
    header: header(page),
    main: page.main,
    panel: page.panel,
  };
  const parts = options.page().split(/(?:<!--)?slot:(\w+)(?:-->)?/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? raw(part) : (slots[part] ?? '')))}`;
}

const LOCK = raw(
  '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="currentColor"><path d="M4 7V5a4 4 0 1 1 8 0v2h.500A1.500 1.500 0 0 1 14 8.500v5a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 2 13.500v-5A1.500 1.500 0 0 1 3.500 7Zm1.800 0h4.400V5a2.200 2.200 0 0 0-4.400 0Z"/></svg>',
);
const SLIDERS = raw(
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linecap="round"><path d="M3 6h7M15 6h2M3 14h2M10 14h7"/><circle cx="12.500" cy="6" r="2.200"/><circle cx="7.500" cy="14" r="2.200"/></svg>',
);

function header({ name, choice }: Page): Html {
  const query = choiceQuery(choice);
  const links =
    name === 'checkout'
      ? html`<span class="safe">${LOCK}<span>Secure<span class="roomy"> checkout</span></span></span>`
      : html`<a class="roomy" href="/${query}#shelf">Shop</a><a href="/cart${query}">Cart <span class="count" data-count hidden></span></a>`;
  return html`<header class="bar"><a class="name" href="/${query}"><img src="/pictures/icon.svg" alt="" width="32" height="32"><span>Kettle &amp; Wool</span></a>
    <nav aria-label="Shop">${links}<a class="panel-open" href="#panel" aria-label="Demo panel" title="Demo panel (p)">${SLIDERS}</a></nav></header>`;
}
