import { html, raw } from 'hono/html';
import { directionOf } from '../../server/contract/language.ts';
import { choiceQuery } from './choice.ts';
import { header } from './header.ts';
import { type Html, pathOf } from './markup.ts';
import type { ShopOptions } from './options.ts';
import { panel, type PanelPlace } from './panel-view.ts';

/** Fills the slots of a built page: `<!--slot:name-->`, or `slot:name` in an attribute. */
export async function fillPage(
  options: Pick<ShopOptions, 'pages' | 'url' | 'companion'>,
  place: PanelPlace,
  slots: Record<string, Html>,
): Promise<string> {
  const { pages, url } = options;
  const { page, choice } = place;
  const home = html`${pathOf(url, '/')}${choiceQuery(choice)}`;
  const cart = html`${pathOf(url, '/cart')}${choiceQuery(choice)}`;
  const all: Record<string, Html> = {
    direction: html`${directionOf(choice.lang)}`,
    theme: html`${choice.theme}`,
    hero: html`${pathOf(url, '/pictures/hero.svg')}`,
    empty: html`${pathOf(url, '/pictures/empty.svg')}`,
    home,
    cart,
    header: html`<script src="${pathOf(url, '/assets/room-for-panel.js')}"></script>${header(page, home, cart)}`,
    footer: footer(),
    panel: panel(options, place),
    ...slots,
  };
  const parts = (await pages.read(page)).split(/(?:<!--)?slot:(\w+)(?:-->)?/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? raw(part) : (all[part] ?? '')))}`;
}

function footer(): Html {
  return html`<footer class="foot">
    <p><strong>This is a demo.</strong> Kettle &amp; Wool does not exist: nothing is sold, nothing is sent, and no money moves. The bank is a sandbox. Please type no real card.</p>
    <p class="fine">Prices include 20 % VAT that nobody has to pay. Delivery is free because there is none. Returns within 30 days of never.</p>
  </footer>`;
}
