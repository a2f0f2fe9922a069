import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium.ts';
import { inFolder, newSecrets, startCompanion } from './companion.ts';
import { newOrderId, orderToken } from './payments.ts';
import { startScript } from './process.ts';

/** A page with only the tag, for a new order each time, and the companion behind it. */
export interface TagPage {
  browser: Browser;
  url: string;
}

/**
 * Starts the built companion, whose gateway accepts every payment, the page's server on another origin, as in most shops,
 * and Chromium; all end with `run`.
 */
export function onTagPage<T>(run: (tag: TagPage) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const secrets = newSecrets();
    let companionUrl = '';
    const pages = createServer((_, answer) =>
      answer
        .writeHead(200, { 'content-type': 'text/html' })
        .end(pageOf(companionUrl, orderToken(newOrderId(), secrets.orderSecret))),
    );
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const stub = await startScript('stub-gateway.ts');
    const companion = await startCompanion(stub.url, secrets, join(folder, 'pay.db'), {
      ALLOWED_ORIGINS: url,
    });
    companionUrl = companion.url;
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      return await run({ browser, url });
    } finally {
      await browser.close();
      await Promise.all([companion.end(), stub.end()]);
      pages.close();
    }
  });
}

/** Embeds the tag as the README says. */
const pageOf = (companion: string, token: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
<script type="module" src="${companion}/pay-form.js"></script></head>
<body><pay-form src="${companion}" order="${token}"></pay-form></body>
</html>`;
