import { html, raw } from 'hono/html';

/** How a page follows a payment that nobody has to do anything for. */

/** Seconds before each look, growing; the last one repeats. */
const PAUSES_S = [3, 5, 10, 30];

/**
 * Without JavaScript the page reloads.
 * @param look how often it has, from its address
 */
export function reloads(look: string | undefined) {
  const place = Math.max(
    0,
    PAUSES_S.findIndex((_, index) => String(index) === look),
  );
  const next = Math.min(place + 1, PAUSES_S.length - 1);
  return html`<noscript><meta http-equiv="refresh" content="${PAUSES_S[place]}; url=?look=${next}"></noscript>`;
}

/**
 * Shows what has changed in the page's parts, so that the focus stays and the status is announced once. Ends when the
 * page no longer has it. If another kind of page is at the address by then, that one is opened.
 */
export const FOLLOW = `const pauses = ${JSON.stringify(PAUSES_S)};
const partsOf = (page) => [...page.querySelectorAll('[data-part],[role=status]')];
let looks = 0;
const later = () => setTimeout(look, 1000 * (pauses[looks++] ?? pauses.at(-1)));
function look() {
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document';
  request.onloadend = () => {
    const { response: page, status } = request;
    if (!page || status >= 500) return later();
    const [shown, parts] = [document, page].map(partsOf);
    if (parts.length !== shown.length) return location.replace(location.href);
    const focused = document.activeElement?.href;
    shown.forEach((part, at) => part.isEqualNode(parts[at]) || part.replaceChildren(...parts[at].childNodes));
    if (focused) [...document.links].find(({ href }) => href === focused)?.focus();
    document.title = page.title;
    if (page.querySelector('script')) later();
  };
  request.send();
}
later();`;

export const followScript = html`<script type="module">${raw(FOLLOW)}</script>`;
