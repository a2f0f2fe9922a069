/**
 * On every page of the shop: keeps the worker alive, and its background work with it, as long as the page is open. On the front
 * page a newer version of the site takes over, where no other page is open.
 */
const EVERY_MS = 5_000;

const { serviceWorker } = navigator;
const ping = () => serviceWorker.controller?.postMessage('ping');
setInterval(ping, EVERY_MS);
ping();

const registration = await serviceWorker.ready;
const isFront = location.href.replace(/[?#].*$/, '') === registration.scope;
if (isFront && registration.waiting) {
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  registration.waiting.postMessage('take-over');
}
