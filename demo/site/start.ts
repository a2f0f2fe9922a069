/** The start page of the site: starts the worker and then shows the shop. */

const LACKING =
  'This demo runs inside your browser by a service worker, and this page cannot have one. Open it over https (or on localhost), in a window that is not private, in a current browser.';

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error(LACKING);
  const { serviceWorker } = navigator;
  const controlled = new Promise<void>((resolve) => {
    if (serviceWorker.controller) resolve();
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  const registration = await serviceWorker.register('./worker.js');
  await Promise.race([controlled, failed(registration)]);
  // From now on the worker answers this address with the shop.
  location.replace(new URL('./', location.href));
}

/** Rejects if the worker cannot be installed: a file of the site is missing, or storage is full. */
function failed({ installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant')
        reject(new Error('The demo could not be loaded whole. Try again.'));
    });
  });
}

start().catch((error: unknown) => {
  const state = document.getElementById('state');
  const isKnown = error instanceof Error && error.name === 'Error';
  if (state) state.textContent = isKnown ? error.message : LACKING;
  console.error(error);
});
