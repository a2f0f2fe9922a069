import { createHash } from 'node:crypto';
import type { WidgetFile } from '../routes/widget.ts';
import { readWidgetFiles } from '../widget-files.ts';
import { baseAddress } from './base-address.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { URL_OPTION } from './merchant-command.ts';

/** The tags for a page that takes nothing but this release of the widget. */
export const integrity = command({
  name: 'integrity',
  summary: "Prints the widget's tags for a page, held to the files of this release",
  usage: ['integrity [--url <address>]'],
  options: URL_OPTION,
  notes: `Put both before every other module script. The import map is for what the tag loads later: its languages and its
messages. Print them anew with each release. Where a page has an import map already, the "integrity" section belongs
into that one; a Content-Security-Policy needs its hash or nonce.`,
  examples: [['integrity --url https://pay.shop.example/pay', 'With the address that browsers know.']],
  async run({ values: { url } }, world) {
    await world.stdout.write(widgetTags(readWidgetFiles(), baseAddress(world.env, url)));
    return EXIT.done;
  },
});

/**
 * An import map with the hash of every file that the widget loads later, and the script tag with that of the widget.
 * @param base where the companion serves them, without a slash at the end
 */
export function widgetTags(files: readonly WidgetFile[], base: string): string {
  const addressOf = (name: string) => new URL(`${base}/${name}`).href;
  const entry = files.filter(({ name }) => name === 'pay-form.js');
  const later = files.filter(({ name }) => !['pay-form.js', 'frame.js'].includes(name));
  const map = { integrity: Object.fromEntries(later.map((file) => [addressOf(file.name), hashOf(file)])) };
  const scripts = entry.map((file) => {
    const address = addressOf(`${file.name}?v=${file.hash}`);
    return `<script type="module" src="${address}" integrity="${hashOf(file)}" crossorigin="anonymous"></script>\n`;
  });
  return [`<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>\n`, ...scripts].join('');
}

const hashOf = ({ body }: WidgetFile): string =>
  `sha384-${createHash('sha384').update(body).digest('base64')}`;
