import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { WidgetFile } from './routes/widget.ts';

const BUILT = fileURLToPath(new URL('../dist/pay', import.meta.url));

/**
 * The built widget: `pay-form.js` and the languages beside it.
 * @throws Error where it has not been built
 */
export function readWidgetFiles(folder = BUILT): WidgetFile[] {
  const names = listOf(folder).filter((name) => name.endsWith('.js'));
  if (!names.includes('pay-form.js'))
    throw new Error('The widget is not built: run "npm run build:widget" first.');
  return names.map((name) => {
    const body = new Uint8Array(readFileSync(join(folder, name)));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    return { name, body, brotli: new Uint8Array(brotliCompressSync(body)), hash };
  });
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
