import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WidgetFile } from '../routes/widget.ts';

/** Beside the built server, or in dist/ if the server runs from its sources: their places depend on where this file is. */
const PLACES = ['../pay', '../dist/pay', '../../dist/pay'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/**
 * The built widget: `pay-form.js` and the languages beside it, each with its compressed form from the build.
 * @throws Error if it has not been built
 */
export function readWidgetFiles(
  folder = PLACES.find((place) => listOf(place).length > 0) ?? '',
): WidgetFile[] {
  const names = listOf(folder).filter((name) => name.endsWith('.js'));
  if (!names.includes('pay-form.js'))
    throw new Error('The widget is not built: run "npm run build -- widget" first.');
  return names.map((name) => {
    const body = new Uint8Array(readFileSync(join(folder, name)));
    const brotli = new Uint8Array(readFileSync(join(folder, `${name}.br`)));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    return { name, body, brotli, hash };
  });
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
