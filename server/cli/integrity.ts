import { isNamedByContent, type WidgetFile } from '../routes/widget.ts';
import { readWidgetFiles } from '../widget-files.ts';
import { baseAddress } from './base-address.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { URL_OPTION } from './merchant-command.ts';
import { addressOf, pinnedName, scriptInventory, sriOf } from './script-inventory.ts';
import { findChanges } from './served-scripts.ts';
import { UsageError } from './usage-error.ts';
import { packageVersion } from './version.ts';
import type { World } from './world.ts';

/** The tags for a page that accepts only this release of the widget; the list of its scripts, and their check. */
export const integrity = command({
  name: 'integrity',
  summary: 'Prints tags that pin a page to this release of the widget; lists and checks its scripts',
  usage: ['integrity [--inventory | --check] [--url <address>]'],
  options: {
    inventory: {
      type: 'boolean',
      help: 'print every script with its hash and purpose as CSV (PCI DSS 6.4.3)',
    },
    check: {
      type: 'boolean',
      help: 'check the scripts, the frame and the notice page of an unknown order; no page with cards (PCI DSS 11.6.1)',
    },
    ...URL_OPTION,
  },
  notes: `Put both tags before every other module script. The import map covers files that the tag loads later: its parts
and languages. Print both tags again for each release. If the page already has an import map, add both
sections to it; a Content-Security-Policy needs its hash or a nonce. Run --check once a week from another machine: the exit
code is 1 if anything differs.`,
  examples: [
    ['integrity --url https://pay.shop.example/pay', 'With the address that browsers use.'],
    ['integrity --inventory > scripts.csv', 'For the script inventory of your payment page.'],
    ['integrity --check --url https://pay.shop.example/pay', 'In a cron job.'],
  ],
  async run({ values: { url, inventory, check } }, world) {
    if (inventory && check) throw new UsageError('--inventory and --check cannot be combined.');
    const base = baseAddress(world.env, url);
    const files = readWidgetFiles();
    if (check) return report(world, base, files);
    await world.stdout.write(inventory ? scriptInventory(files, base) : widgetTags(files, base));
    return EXIT.done;
  },
});

async function report(world: World, base: string, files: readonly WidgetFile[]): Promise<number> {
  const { changes, pages } = await findChanges(world.fetch, files, base);
  if (changes.length === 0) {
    const all = `${files.length} scripts, the frame and the notice page`;
    await world.stdout.write(`${base}: ${all} match pay-form ${packageVersion()}.\n`);
    await world.stdout.write(`Pages that may embed the frame: ${pages}\n`);
    return EXIT.done;
  }
  await world.stderr.write(`${base} differs from pay-form ${packageVersion()}:\n`);
  for (const line of changes) await world.stderr.write(`  ${line}\n`);
  return EXIT.failed;
}

const ENTRY = 'pay-form.js';

/**
 * The script tag with the widget's hash, and an import map with the hash of every file that it loads later. Files that
 * keep their name over releases get the address of this one: browsers may have cached another, and what is loaded later
 * imports `pay-form.js`, all of which would otherwise be loaded a second time.
 * @param base where the companion serves them, without a trailing slash
 */
export function widgetTags(files: readonly WidgetFile[], base: string): string {
  const ours = files.filter(({ name }) => name !== 'frame.js');
  const later = ours.filter(({ name }) => name !== ENTRY);
  const map = {
    imports: Object.fromEntries(
      ours
        .filter(({ name }) => !isNamedByContent(name))
        .map((file) => [addressOf(base, file.name), pinned(base, file)]),
    ),
    integrity: Object.fromEntries(later.map((file) => [pinned(base, file), sriOf(file.body)])),
  };
  const scripts = ours
    .filter(({ name }) => name === ENTRY)
    .map(
      (file) =>
        `<script type="module" src="${pinned(base, file)}" integrity="${sriOf(file.body)}" crossorigin="anonymous"></script>\n`,
    );
  return [`<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>\n`, ...scripts].join('');
}

const pinned = (base: string, file: WidgetFile): string => addressOf(base, pinnedName(file));
