import { join } from 'node:path';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { newOrderId, orderToken } from './payments.ts';
import { startScript } from './process.ts';
import { type ServedFile, serveFiles } from './serve-files.ts';

/** Pages with only the tag, and the companion behind them. */
export interface TagPage {
  /** Adds a page for an unpaid order. Returns its address. */
  newUrl(): string;
  origin: string;
  /** other files of the page's server, by path; files may be added */
  files: Map<string, ServedFile>;
  /** the token of an unpaid order */
  newToken(): string;
  close(): Promise<void>;
}

/** The field of the card number. */
export const NUMBER_FIELD = 'pay-form input[name=number]';

/** Starts the built companion, whose gateway accepts every payment, on another origin than the pages, as in most shops. */
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

/** Embeds the tag as the README says. */
const pageOf = (companion: string, token: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
<script type="module" src="${companion}/pay-form.js"></script></head>
<body><pay-form src="${companion}" order="${token}"></pay-form></body>
</html>`;
