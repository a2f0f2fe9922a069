import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { launchOnLoopback, openPhone, SLOWER, traced } from './phone.ts';
import { bundleRivals, type RivalFiles } from './rival-files.ts';
import { RIVALS, rivalPage } from './rival-pages.ts';
import { NUMBER_FIELD, startTagPage, type TagPage } from './tag-page.ts';
import { backgroundParseMs, LAYOUT, mainThread, navigationTo, scriptMs, timesOf } from './trace.ts';

/**
 * The tag beside large checkout scripts, over Slow 4G on a slow processor, in turns, each in a fresh context. All three
 * pages and their files come from loopback, compressed; nothing else can be reached.
 *
 * The tag is measured until a card number can be typed: its file, the session from the companion and the form. A rival's
 * number is typed into a frame of the rival's servers. It is measured only until its bundle has put that frame into the
 * page: loading and running the frame, and all connections, count for nothing, and its configuration, if it requests one,
 * costs one request to the page's own server. Its style sheet is loaded in parallel to the script.
 *
 * Scripts count by processor time: everything that the main thread parses and runs until then, without layout, and
 * background parsing, which no throttling slows.
 *
 * A page whose script does no more than to add an input is measured beside them: nothing that is added by a script can be
 * usable sooner.
 */

const ROUNDS = 5;
/** The most that the tag may need of what a rival needs. */
const MOST = { bytes: 1 / 4, scripts: 1 / 2, added: 1 / 6 };
const USABLE = 'usable';
const OWN = 'pay-form';
const EMPTY = 'empty page';

interface Contender {
  name: string;
  url: string;
  bytes: number;
  /** a JavaScript expression: the element that must exist */
  found: string;
  /** of each load: parsing and running of scripts, and the time until it is usable, in milliseconds */
  scriptMs: number[];
  usableMs: number[];
}

export async function measureRivals(): Promise<Figure[]> {
  const bundles = await bundleRivals(RIVALS);
  if (!bundles) {
    console.log('tag and rivals: skipped: could not fetch the rivals from npm');
    return [];
  }
  const tag = await startTagPage();
  try {
    const own = contender(OWN, tag.newUrl(), readFileSync('dist/pay/pay-form.js', 'utf8'), OWN_NUMBER);
    const rivals = serveRivals(tag, bundles);
    const empty = serveEmpty(tag);
    const browser = await launchOnLoopback();
    try {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const one of [own, empty, ...rivals]) await load(browser, one);
    } finally {
      await browser.close();
    }
    const beside = rivals.flatMap((rival) => [...figuresOf(rival), ...ratios(own, rival, empty)]);
    return [...figuresOf(own), ...figuresOf(empty), ...beside];
  } finally {
    await tag.close();
  }
}

const OWN_NUMBER = `[document.querySelector('pay-form')?.shadowRoot?.querySelector('input[name=number]:enabled')].find((input) => input?.checkVisibility())`;

function contender(name: string, url: string, files: string, found: string): Contender {
  const bytes = brotliCompressSync(files).length;
  return { name, url, bytes, found, scriptMs: [], usableMs: [] };
}

function serveRivals({ origin, files }: TagPage, bundles: readonly RivalFiles[]): Contender[] {
  return RIVALS.map((rival, index) => {
    const { js = '', css = '' } = bundles[index] ?? {};
    const path = `/rival-${index}/`;
    files.set(path, { type: 'text/html', body: rivalPage(rival) });
    files.set(`${path}rival.js`, { type: 'text/javascript', body: js });
    files.set(`${path}rival.css`, { type: 'text/css', body: css });
    for (const [name, answer] of Object.entries(rival.answers))
      files.set(path + name, { type: 'application/json', body: JSON.stringify(answer) });
    const found = `document.querySelector(${JSON.stringify(rival.numberFrame)})`;
    const one = contender(rival.name, origin + path, js, found);
    return { ...one, bytes: one.bytes + brotliCompressSync(css).length };
  });
}

/** The tag's page with another script. */
function serveEmpty({ origin, files }: TagPage): Contender {
  const script = "document.body.append(document.createElement('input'))";
  files.set('/empty.js', { type: 'text/javascript', body: script });
  files.set('/empty', {
    type: 'text/html',
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
<script type="module" src="./empty.js"></script></head>
<body></body>
</html>`,
  });
  return contender(EMPTY, `${origin}/empty`, script, `document.querySelector('input')`);
}

/** Looks at every frame, and marks the first at which it is found. A text, because it runs in the page. */
const watch = (found: string): string => `
const look = () => {
  if (!(${found})) return requestAnimationFrame(look);
  performance.mark('${USABLE}');
  console.debug('${USABLE}');
};
if (top === self) look();`;

async function load(browser: Browser, one: Contender): Promise<void> {
  const { page, close } = await openPhone(browser, 'slow');
  await page.addInitScript({ content: watch(one.found) });
  const events = await traced(browser, page, async () => {
    const usable = page.waitForEvent('console', (message) => message.text() === USABLE);
    await page.goto(one.url, { waitUntil: 'commit' });
    await usable;
  });
  if (one.name === OWN) {
    await page.locator(NUMBER_FIELD).press('4');
    if ((await page.locator(NUMBER_FIELD).inputValue()) !== '4') throw new Error('a digit was not taken');
  }
  await close();

  const main = mainThread(events, USABLE);
  const [usableAt = 0] = timesOf(main, USABLE);
  const startAt = navigationTo(main, one.url);
  const span = [startAt, usableAt] as const;
  // The measurement itself runs at every frame, so animation frames of the page are excluded with it.
  const onMain = scriptMs(main, span, [...LAYOUT, 'FireAnimationFrame']);
  one.scriptMs.push(onMain + backgroundParseMs(events, span, main[0]?.pid ?? 0));
  one.usableMs.push((usableAt - startAt) / 1000);
}

function figuresOf({ name, bytes, scriptMs: script, usableMs }: Contender): Figure[] {
  return [
    { name: `${name}: files`, unit: 'bytes brotli', value: bytes },
    { name: `${name}: scripts parsed and run, CPU ×${SLOWER}`, unit: 'ms', value: median(script) },
    { name: `${name}: ${readiness(name)}, Slow 4G, CPU ×${SLOWER}`, unit: 'ms', value: median(usableMs) },
  ];
}

const readiness = (name: string): string =>
  name === OWN ? 'number can be typed' : name === EMPTY ? 'input there' : 'number frame there';

/** The time that a script adds is what its page needs beyond the empty one. */
function ratios(own: Contender, rival: Contender, empty: Contender): Figure[] {
  const ratio = (what: string, value: number, most: number): Figure => ({
    name: `${own.name} to ${rival.name}: ${what}`,
    unit: 'times',
    value,
    goal: { most },
  });
  const added = ({ usableMs }: Contender): number => median(usableMs) - median(empty.usableMs);
  return [
    ratio('bytes', own.bytes / rival.bytes, MOST.bytes),
    ratio('parse + run', median(own.scriptMs) / median(rival.scriptMs), MOST.scripts),
    ratio('time added to an empty page', added(own) / added(rival), MOST.added),
  ];
}

await printWhenStarted(import.meta.url, measureRivals);
