import { join } from 'node:path';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { newOrderId, orderToken } from './payments.ts';
import { startScript } from './process.ts';
import { type ServedFile, serveFiles } from './serve-files.ts';

/** Pages that hold the tag and nothing else, and the companion behind them. */
export interface TagPage {
  /** Adds a page for an order that nobody paid, and answers its address. */
  newUrl(): string;
  origin: string;
  /** what else the page's server serves, by path; files may be added */
  files: Map<string, ServedFile>;
  /** the token of an order that nobody paid */
  newToken(): string;
  close(): Promise<void>;
}

/** Where the card number is typed. */
export const NUMBER_FIELD = 'pay-form input[name=number]';

/** Starts the built companion over a gateway that accepts every payment, of another origin than the pages, as in most shops. */
export async function startTagPage(): Promise<TagPage> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const files = new Map<string, ServedFile>();
  const server = await serveFiles(files);
  const stub = await startScript('stub-gateway.ts', {});
  const companion = await startCompanion(stub.url, secrets, join(folder, 'pay.db'), {
    ALLOWED_ORIGINS: server.origin,
  });
  const newToken = () => orderToken(newOrderId(), secrets.orderSecret);
  return {
    newUrl: () => {
      const path = `/tag-${files.size}`;
      files.set(path, { type: 'text/html', body: pageOf(companion.url, newToken()) });
      return server.origin + path;
    },
    origin: server.origin,
    files,
    newToken,
    close: async () => {
      await Promise.all([companion.close(), stub.close(), server.close()]);
      removeFolder(folder);
    },
  };
}

/** As the README tells to embed it. */
const pageOf = (companion: string, token: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
<script type="module" src="${companion}/pay-form.js"></script></head>
<body><pay-form src="${companion}" order="${token}"></pay-form></body>
</html>`;
