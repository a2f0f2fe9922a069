import { html, raw } from 'hono/html';
import { directionOf } from '../looks.ts';
import { type Choice, choiceQuery } from './choice.ts';
import { header } from './header.ts';
import type { ShopOptions } from './options.ts';

export type Html = ReturnType<typeof html>;

/** Fills the slots of a built page: `<!--slot:name-->`, or `slot:name` in an attribute. */
export async function fillPage(
  { pages, url }: Pick<ShopOptions, 'pages' | 'url'>,
  name: string,
  choice: Choice,
  slots: Record<string, Html>,
): Promise<string> {
  const home = html`${pathOf(url, '/')}${choiceQuery(choice)}`;
  const cart = html`${pathOf(url, '/cart')}${choiceQuery(choice)}`;
  const all: Record<string, Html> = {
    direction: html`${directionOf(choice.lang)}`,
    theme: html`${choice.theme}`,
    hero: html`${pathOf(url, '/pictures/hero.svg')}`,
    empty: html`${pathOf(url, '/pictures/empty.svg')}`,
    home,
    cart,
    header: header(name, home, cart),
    footer: footer(),
    ...slots,
  };
  const parts = (await pages.read(name)).split(/(?:<!--)?slot:(\w+)(?:-->)?/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? raw(part) : (all[part] ?? '')))}`;
}

/** A path of the shop on its host: the shop may stand in a folder there. */
export function pathOf(shopUrl: string, path: string): string {
  return new URL(shopUrl).pathname.replace(/\/$/, '') + path;
}

function footer(): Html {
  return html`<footer class="foot">
    <p><strong>This is a demo.</strong> Kettle &amp; Wool does not exist: nothing is sold, nothing is sent, and no money moves. The bank is a sandbox. Please type no real card.</p>
    <p class="fine">Prices include 20 % VAT that nobody has to pay. Delivery is free because there is none. Returns within 30 days of never.</p>
  </footer>`;
}
