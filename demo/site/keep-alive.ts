/**
 * Runs on every page of the shop: keeps the worker and its background work alive while the page is open. On the front page
 * a newer version of the site takes over if no other page is open.
 */
const EVERY_MS = 5_000;

const { serviceWorker } = navigator;
const registration = await serviceWorker.ready;
const isFront = location.href.replace(/[?#].*$/, '') === registration.scope;

function ping(): void {
  serviceWorker.controller?.postMessage('ping');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  if (isFront) registration.waiting?.postMessage('take-over');
}

setInterval(ping, EVERY_MS);
ping();
if (isFront) {
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', ping);
  });
}
