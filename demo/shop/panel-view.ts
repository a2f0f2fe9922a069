import { html, raw } from 'hono/html';
import { CUSTOMERS } from '../customers.ts';
import { KINDS } from '../kinds.ts';
import { LANGUAGE_NAMES, THEMES } from '../looks.ts';
import { DAY } from '../panel/day.ts';
import { TEST_CARDS } from '../products.ts';
import { type Choice, choiceQuery } from './choice.ts';
import { htmlToCopy } from './copy-html.ts';
import { FAULTS } from './faults.ts';
import type { ShopOptions, ShopOrder } from './options.ts';
import { type Html, pathOf } from './markup.ts';

export interface PanelPlace {
  /** `index`, `cart`, `checkout`, `thanks` or `missing` */
  page: string;
  choice: Choice;
  order?: ShopOrder | undefined;
}

/** The panel for demonstrations: part of every page, hidden until it is opened. */
export function panel(options: Pick<ShopOptions, 'url' | 'companion'>, place: PanelPlace): Html {
  const at = (path: string) => pathOf(options.url, path);
  const { page, choice, order } = place;
  return html`<aside id="panel" class="panel" aria-labelledby="panel-name" data-order="${order?.id ?? ''}" data-companion="${options.companion}" data-demo="${at('/demo')}" hidden>
    <header><h2 id="panel-name">Demo panel</h2>
      <a href="${at('/console')}">Console</a><a href="${at('/')}${tourQuery(choice)}">Tour</a>
      <button type="button" class="close" data-close aria-label="Close the panel"><span aria-hidden="true">×</span></button></header>
    <div role="tablist" aria-label="Parts of the panel">${TABS.map(tab)}</div>
    <div class="controls">
      <div role="tabpanel" id="panel-try" aria-labelledby="tab-try">${order && page === 'checkout' ? html`${faults()}${cards(choice)}` : html`${begin(at, choice)}${faults()}`}</div>
      <div role="tabpanel" id="panel-set" aria-labelledby="tab-set" hidden>${settings(choice)}</div>
      <div role="tabpanel" id="panel-html" aria-labelledby="tab-html" hidden>${copies(options.companion, place)}</div>
    </div>
    <div class="went"><h3 id="went-name">What just happened</h3><div class="diagram" tabindex="0" role="region" aria-labelledby="went-name"></div></div>
  </aside>`;
}

function tourQuery(choice: Choice): string {
  const query = choiceQuery(choice);
  return query ? `${query}&tour` : '?tour';
}

const TABS = [
  ['try', 'Try'],
  ['set', 'Settings'],
  ['html', 'HTML'],
] as const;

function tab([name, label]: (typeof TABS)[number], index: number): Html {
  const isFirst = index === 0;
  return html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected="${String(isFirst)}"${isFirst ? '' : raw(' tabindex="-1"')}>${label}</button>`;
}

function cards(choice: Choice): Html {
  return html`<h3>Cards of the sandbox</h3><p role="status" data-hint>${cardsHint(choice)}</p>
    <ul class="cards">${TEST_CARDS.map(
      ([number, effect]) =>
        html`<li><button type="button" data-card="${number}"><code dir="ltr">${number}</code> <span dir="ltr">${effect}</span></button></li>`,
    )}</ul>`;
}

/** Explains what a click on a card does. */
function cardsHint({ isolated, mode }: Choice): Html {
  if (isolated)
    return html`Any future expiry, any CVV. No script of this page can fill the frame: one click copies the number.`;
  if (mode === 'hosted')
    return html`Any future expiry, any CVV. One click fills in the contact; the card is typed on the hosted page.`;
  return html`Any future expiry, any CVV. One click fills the form.`;
}

function begin(at: (path: string) => string, choice: Choice): Html {
  return html`<h3>Start</h3><p>The cards to try stand here on the checkout page.</p>
    <form method="post" action="${at('/orders')}${choiceQuery(choice)}"><input type="hidden" name="tea" value="1"><input type="hidden" name="mug" value="2"><button>Start an order</button></form>
    <h3>A day of the shop</h3><p role="status" data-day-progress>${DAY.length} orders of all kinds, for the console.</p>
    <div class="row"><button type="button" class="plain" data-day>Fill with a day</button></div>`;
}

function faults(): Html {
  return html`<div class="faults"><h3 id="fault-name">What goes wrong next</h3><p role="status" data-faults>Nothing: all goes well.</p></div>
    <div class="row"><select data-fault dir="ltr" aria-labelledby="fault-name">${FAULTS.map(({ name, label }) => html`<option value="${name}">${label}</option>`)}</select>
    <button type="button" data-order-fault>Set</button><button type="button" class="plain" data-forget>Forget all</button></div>`;
}

function settings(choice: Choice): Html {
  const { mode, challenge, lang, theme, kind, isolated, customer } = choice;
  const inFrame = isolated !== '';
  return html`${group('Card fields', [
    link('In the page', choice, { mode: '', isolated: '' }, mode !== 'hosted' && !inFrame),
    link('In a frame', choice, { mode: '', isolated: 'yes' }, mode !== 'hosted' && inFrame),
    link('Hosted page', choice, { mode: 'hosted', isolated: '' }, mode === 'hosted'),
  ])}
    ${group('3-D Secure', [
      link('Whole page', choice, { challenge: '' }, !challenge),
      link('Dialog', choice, { challenge: 'dialog' }, challenge !== ''),
    ])}
    ${group(
      'Theme',
      THEMES.map((name) =>
        link(capital(name), choice, { theme: name === 'plain' ? '' : name }, name === theme),
      ),
    )}
    ${group(
      'Kind of order',
      KINDS.map((one) => link(one.label, choice, { kind: one.name }, one === kind)),
      kind.text,
    )}
    ${group(
      'Signed in',
      CUSTOMERS.map(([id, name]) => link(name, choice, { customer: id }, id === customer)),
      'Cards are saved for a customer, not for a guest.',
    )}
    ${languages(choice, lang)}`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function group(name: string, links: Html[], text = ''): Html {
  return html`<nav aria-label="${name}"><h3>${name}</h3><div class="switch">${links}</div>${text ? html`<p>${text}</p>` : ''}</nav>`;
}

function link(label: string, choice: Choice, to: Record<string, string>, current: boolean): Html {
  return html`<a href="${choiceQuery(choice, to) || '?'}"${current ? raw(' aria-current="true"') : ''}>${label}</a>`;
}

function languages(choice: Choice, lang: string): Html {
  const kept = new URLSearchParams(choiceQuery(choice, { lang: '' }));
  const options = LANGUAGE_NAMES.map(
    ([tag, name]) =>
      html`<option value="${tag}"${tag === lang ? raw(' selected') : ''} dir="auto">${name}</option>`,
  );
  return html`<form><h3 id="language-name">Language of the form</h3>
    ${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <div class="row"><select name="lang" aria-labelledby="language-name">${options}</select><button>Show</button></div></form>`;
}

function copies(companion: string, { choice, page, order }: PanelPlace): Html {
  const shown = order ? page : 'checkout';
  return html`<h3 id="html-name">The tag as it is on screen</h3><pre class="code" dir="ltr" tabindex="0" role="region" aria-labelledby="html-name"><code data-html>${htmlToCopy(companion, choice, shown)}</code></pre>
    <button type="button" data-copy="html">Copy HTML</button>
    <div data-style hidden><h3 id="css-name">Its theme: properties and parts</h3><pre class="code" dir="ltr" tabindex="0" role="region" aria-labelledby="css-name"><code data-css></code></pre>
    <button type="button" data-copy="css">Copy CSS</button></div><p role="status" data-copied></p>`;
}
