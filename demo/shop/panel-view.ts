import { html, raw } from 'hono/html';
import { TEST_CARDS } from '../../server/sandbox/scenarios.ts';
import { CUSTOMERS } from '../customers.ts';
import { type Choice, choiceQuery, OTHER_LANGUAGES, THEMES } from './choice.ts';
import { FAULTS } from './sandbox.ts';
import { KINDS } from './kinds.ts';
import type { Html, Page } from './page.ts';
import { htmlToCopy } from './tag.ts';

/** The panel for demonstrations: part of every page, hidden until it is opened. */
export function panelView(companion: string, name: Page['name'], choice: Choice, orderId = ''): Html {
  const query = choiceQuery(choice);
  const tag = name === 'thanks' ? 'pay-status' : 'pay-form';
  return html`<aside id="panel" class="panel" aria-labelledby="panel-name" data-order="${orderId}" data-companion="${companion}" hidden>
    <header class="row"><h2 id="panel-name">Demo panel</h2>
      <a href="/console">Console</a><a href="/${query ? `${query}&tour` : '?tour'}">Tour</a>
      <button type="button" class="close" data-close aria-label="Close the panel"><span aria-hidden="true">×</span></button></header>
    <div class="controls">
      ${part('Try', name === 'checkout' ? html`${cards(choice)}${faults()}` : html`${begin(query)}${faults()}`, true)}
      ${part('Settings', settings(choice))}
      ${part('HTML', copies(htmlToCopy(companion, choice, tag)))}
    </div>
    <div class="went"><h3 id="went-name">What just happened</h3><div class="diagram" tabindex="0" role="region" aria-labelledby="went-name"></div></div>
  </aside>`;
}

/** One part is open at a time. */
function part(name: string, content: Html, isOpen = false): Html {
  return html`<details name="panel-part" data-part="${name}"${isOpen ? raw(' open') : ''}><summary>${name}</summary>${content}</details>`;
}

function cards(choice: Choice): Html {
  return html`<h3>Test cards</h3><p role="status" data-hint>Any future expiry, any CVV. ${cardsHint(choice)}</p>
    <ul class="cards">${TEST_CARDS.map(({ number, says }) => {
      const text = printed(number);
      return html`<li><button type="button" data-card="${text}"><code>${text}</code> <span>${says}</span></button></li>`;
    })}</ul>`;
}

/** A card number as it is printed: in fours, on an American Express card 4, 6 and 5 digits. */
const printed = (number: string): string =>
  number.startsWith('37')
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** Explains what a click on a card does. */
function cardsHint({ isolated, mode }: Choice): string {
  if (isolated) return 'No script of this page can fill the frame: one click copies the number.';
  if (mode === 'hosted') return 'One click fills in the contact; the card is typed on the hosted page.';
  return 'One click fills the form.';
}

function begin(query: string): Html {
  return html`<h3>Start</h3><p role="status" data-day-progress>Test cards are on the checkout page. A day of orders fills the console.</p>
    <form class="row" method="post" action="/orders${query}"><input type="hidden" name="tea" value="1"><input type="hidden" name="mug" value="2"><button>Start an order</button>
    <button type="button" class="plain" data-day>Fill with a day</button></form>`;
}

function faults(): Html {
  return html`<h3 id="fault-name">What goes wrong next</h3><p role="status" data-faults>Nothing: all goes well.</p>
    <div class="row"><select data-fault aria-labelledby="fault-name">${FAULTS.map(({ name, label }) => html`<option value="${name}">${label}</option>`)}</select>
    <button type="button" data-set-fault>Set</button><button type="button" class="plain" data-clear-faults>Clear</button></div>`;
}

function settings(choice: Choice): Html {
  const { mode, challenge, lang, theme, kind, isolated, customer } = choice;
  const isHosted = mode === 'hosted';
  const link = (label: string, changes: Parameters<typeof choiceQuery>[1], isCurrent: boolean) =>
    html`<a href="${choiceQuery(choice, changes) || '?'}"${isCurrent ? raw(' aria-current="true"') : ''}>${label}</a>`;
  return html`${group('Card fields', [
    link('In the page', { mode: '', isolated: '' }, !isHosted && !isolated),
    link('In a frame', { mode: '', isolated: 'yes' }, !isHosted && isolated !== ''),
    link('Hosted page', { mode: 'hosted', isolated: '' }, isHosted),
  ])}
    ${group('3-D Secure', [
      link('Full page', { challenge: '' }, !challenge),
      link('Dialog', { challenge: 'dialog' }, challenge !== ''),
    ])}
    ${group(
      'Theme',
      THEMES.map((name) => link(name, { theme: name }, name === theme)),
    )}
    ${group(
      'Kind of order',
      KINDS.map((one) => link(one.label, { kind: one.name }, one === kind)),
      kind.text,
    )}
    ${group(
      'Signed in',
      [
        link('Guest', { customer: '' }, customer === ''),
        ...CUSTOMERS.map(({ id, firstName }) => link(firstName, { customer: id }, id === customer)),
      ],
      'Cards are saved for a customer, not for a guest.',
    )}
    ${languages(choice, lang)}`;
}

function group(name: string, links: Html[], text = ''): Html {
  return html`<nav aria-label="${name}"><h3>${name}</h3><div class="switch">${links}</div>${text ? html`<p>${text}</p>` : ''}</nav>`;
}

function languages(choice: Choice, lang: string): Html {
  const kept = new URLSearchParams(choiceQuery(choice, { lang: '' }));
  const options = OTHER_LANGUAGES.map(
    (tag) =>
      html`<option value="${tag}"${tag === lang ? raw(' selected') : ''} dir="auto">${ownName(tag)}</option>`,
  );
  return html`<form><h3 id="language-name">Language of the form</h3>
    ${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <div class="row"><select name="lang" aria-labelledby="language-name"><option value="">English</option>${options}</select><button>Show</button></div></form>`;
}

function ownName(tag: string): string {
  const [first = '', ...rest] = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return first.toLocaleUpperCase(tag) + rest.join('');
}

function copies(tag: Html): Html {
  return html`<h3 id="html-name">The tag as it is on screen</h3><pre class="code" tabindex="0" role="region" aria-labelledby="html-name"><code data-html>${tag}</code></pre>
    <button type="button" data-copy>Copy HTML</button><p role="status" data-copied></p>`;
}
