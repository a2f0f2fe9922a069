import type { WidgetFile } from '../routes/widget.ts';
import { readWidgetFiles } from '../widget-files.ts';
import { baseAddress } from './base-address.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { URL_OPTION } from './merchant-command.ts';
import { addressOf, scriptInventory, sriOf } from './script-inventory.ts';
import { findChanges } from './served-scripts.ts';
import { UsageError } from './usage-error.ts';
import { packageVersion } from './version.ts';
import type { World } from './world.ts';

/** The tags for a page that accepts only this release of the widget; the list of its scripts, and their check. */
export const integrity = command({
  name: 'integrity',
  summary:
    "Prints the widget's tags for a page, held to the files of this release; lists and checks its scripts",
  usage: ['integrity [--inventory | --check] [--url <address>]'],
  options: {
    inventory: {
      type: 'boolean',
      help: 'every script with its hash and why it is there (PCI DSS 6.4.3), as CSV',
    },
    check: {
      type: 'boolean',
      help: 'whether the companion serves these very files, and the frame with its headers (PCI DSS 11.6.1)',
    },
    ...URL_OPTION,
  },
  notes: `Put both tags before every other module script. The import map is for what the tag loads later: its languages and its
messages. Print them anew with each release. Where a page has an import map already, the "integrity" section belongs
into that one; a Content-Security-Policy needs its hash or nonce. Check once a week from another machine: exit code 1 where
anything differs.`,
  examples: [
    ['integrity --url https://pay.shop.example/pay', 'With the address that browsers know.'],
    ['integrity --inventory > scripts.csv', 'For the list of scripts of your payment page.'],
    ['integrity --check --url https://pay.shop.example/pay', 'In a cron job.'],
  ],
  async run({ values: { url, inventory, check } }, world) {
    if (inventory && check) throw new UsageError('--inventory and --check are one at a time.');
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
    const all = `${files.length} scripts, the frame and its headers`;
    await world.stdout.write(`${base}: ${all} are those of pay-form ${packageVersion()}.\n`);
    await world.stdout.write(`Pages that may hold the frame: ${pages}\n`);
    return EXIT.done;
  }
  await world.stderr.write(`${base} is not pay-form ${packageVersion()}:\n`);
  for (const line of changes) await world.stderr.write(`  ${line}\n`);
  return EXIT.failed;
}

/**
 * An import map with the hash of every file that the widget loads later, and the script tag with the widget's hash.
 * @param base where the companion serves them, without a trailing slash
 */
export function widgetTags(files: readonly WidgetFile[], base: string): string {
  const entry = files.filter(({ name }) => name === 'pay-form.js');
  const later = files.filter(({ name }) => !['pay-form.js', 'frame.js'].includes(name));
  const map = {
    integrity: Object.fromEntries(later.map((file) => [addressOf(base, file.name), sriOf(file.body)])),
  };
  const scripts = entry.map((file) => {
    const address = addressOf(base, `${file.name}?v=${file.hash}`);
    return `<script type="module" src="${address}" integrity="${sriOf(file.body)}" crossorigin="anonymous"></script>\n`;
  });
  return [`<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>\n`, ...scripts].join('');
}
