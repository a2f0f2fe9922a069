import initSqlJs from 'sql.js';
import { BUILT } from './built.ts';
import { createSaver } from './saver.ts';
import { savedState } from './saved-state.ts';
import { openSite, type Site } from './site.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker: shop, companion and sandbox, and the files of the site. A browser may end it at any time, so the state
 * is stored before a page receives its answer.
 */
const scope = globalThis as unknown as WorkerScope;
const base = scope.registration.scope.replace(/\/$/, '');
const files = new Set(BUILT.files.map((file) => `${base}/${file}`));
const cacheName = `pay-form ${base} ${BUILT.version}`;
const saved = savedState(`pay-form ${new URL(base).pathname}`, BUILT.version);

interface Running {
  site: Site;
  saved: () => Promise<void>;
}

let running: Promise<Running> | null = null;

function started(): Promise<Running> {
  running ??= start();
  running.catch(() => (running = null));
  return running;
}

scope.addEventListener('install', (event) => {
  event.waitUntil(takeFiles());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, '');
  if (!address.startsWith(`${base}/`)) return;
  if (files.has(address)) event.respondWith(fileOf(request));
  else if (address === `${base}/index.html`) event.respondWith(home());
  else if (address === `${base}/demo/reset`) event.respondWith(reset(request));
  else event.respondWith(answer(request));
});

scope.addEventListener('message', (event) => {
  // Any message from a page keeps the worker and its background work alive.
  if (event.data === 'take-over') event.waitUntil(takeOver());
  else event.waitUntil(started());
});

async function start(): Promise<Running> {
  const wasm = await fileOf(new Request(`${base}/${BUILT.sqlite}`));
  const sqlite = await initSqlJs({ wasmBinary: await wasm.arrayBuffer() });
  let site: Site | null = null;
  const saver = createSaver(
    () => site?.state() ?? null,
    (state) => saved.write(state),
  );
  site = await openSite({
    base,
    sqlite,
    state: await saved.read().catch(forgetful),
    pages: { read: (name) => (BUILT.pages[name] ?? '').replaceAll('="./', `="${base}/`) },
    changed: () => saver.changed(),
    // Only the name: fields may contain data that only the companion's own log removes.
    log: (event) => console.debug(event),
  });
  return { site, saved: () => saver.saved() };
}

async function answer(request: Request): Promise<Response> {
  try {
    const { site, saved: allSaved } = await started();
    const response = await site.fetch(request);
    await allSaved().catch(forgetful);
    return response;
  } catch (error) {
    console.error(error);
    return new Response('The demo does not work in this browser.', { status: 500 });
  }
}

/** If the browser stores nothing, as in some private windows, all data is lost when it ends the worker. */
function forgetful(error: unknown): null {
  console.warn('The demo cannot store its state', error);
  return null;
}

const home = async (): Promise<Response> => Response.redirect(`${base}/`, 303);

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

/** Deletes all orders and payments, and starts again at the shop's front page. */
async function reset(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const ended = started();
  running = ended.then(async ({ site, saved: allSaved }) => {
    await site.close();
    await allSaved().catch(forgetful);
    await saved.delete().catch(forgetful);
    return start();
  });
  await running;
  return home();
}

/** A new version waits until the asking page is the only one open. */
async function takeOver(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await scope.skipWaiting();
}

/** Fetches all files of one version, bypassing the browser's cache. */
async function takeFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...files].map((file) => new Request(file, { cache: 'no-cache' })));
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`pay-form ${base} `) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}
