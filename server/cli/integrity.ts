import { readWidgetFiles } from '../node/widget-files.ts';
import { baseAddress } from './address.ts';
import { command, EXIT } from './command.ts';
import { UsageError } from './arguments.ts';
import { URL_OPTION } from './merchant-options.ts';
import type { Checked } from './served-scripts.ts';
import { packageVersion, type Terminal } from './terminal.ts';
import { scriptInventory, widgetTags } from './widget-scripts.ts';

/** The tags for a page that accepts only this release of the widget; the list of its scripts, and their check. */
export const integrity = command({
  name: 'integrity',
  summary: 'Prints tags that pin a page to this release of the tag; lists and checks its scripts',
  options: {
    inventory: { help: 'print every script with its hash and purpose as CSV (PCI DSS 6.4.3)' },
    check: {
      help: 'check the scripts, the frame and the notice page of an unknown order (PCI DSS 11.6.1)',
    },
    page: {
      value: '<link>',
      help: 'with --check: also check a payment page, by the link of an order that can still be paid',
    },
    ...URL_OPTION,
  },
  notes: `Put both tags before every other module script. The import map covers files that the tag loads later: its parts
and languages. Print both tags again for each release. If the page already has an import map, add both
sections to it; a Content-Security-Policy needs its hash or a nonce. Run --check once a week from another machine: the exit
code is 1 if anything differs. It asks as a browser does. If ALLOWED_ORIGINS is set there too, it also compares which pages
may embed the frame.`,
  examples: [
    'integrity --url https://pay.shop.example/pay  # With the address that browsers use.',
    'integrity --inventory > scripts.csv  # For the script inventory of your payment page.',
    'integrity --check --url https://pay.shop.example/pay  # In a cron job.',
    'integrity --check --page https://pay.shop.example/pay/order/Z6h7lHZ3KgBsSS8kEJpLYg  # With a page that takes cards.',
  ],
  async run({ values: { url, inventory, check, page } }, terminal) {
    if (inventory && check) throw new UsageError('--inventory and --check cannot be combined.');
    if (page !== undefined && !check) throw new UsageError('--page needs --check.');
    const base = baseAddress(terminal.env, url);
    if (page !== undefined && !page.startsWith(`${base}/order/`))
      throw new UsageError(`--page must be the link of a payment page, ${base}/order/….`);
    const files = readWidgetFiles();
    if (check) {
      const allowedOrigins = terminal.env['ALLOWED_ORIGINS']?.trim();
      return report(terminal, { base, files, paymentPage: page, allowedOrigins });
    }
    terminal.print(inventory ? scriptInventory(files, base) : widgetTags(files, base));
    return EXIT.done;
  },
});

async function report(terminal: Terminal, checked: Checked): Promise<number> {
  const { base, files, paymentPage } = checked;
  // Most of the program is not needed by other commands.
  const { findChanges } = await import('./served-scripts.ts');
  const { changes, pages } = await findChanges(terminal.fetch, checked);
  if (changes.length === 0) {
    const page = paymentPage ? ', the payment page' : '';
    const all = `${files.length} scripts, the frame${page} and the notice page`;
    terminal.print(`${base}: ${all} match pay-form ${packageVersion()}.\n`);
    terminal.print(`Pages that may embed the frame: ${pages}\n`);
    return EXIT.done;
  }
  const lines = changes.map((line) => `  ${line}\n`).join('');
  terminal.say(`${base} differs from pay-form ${packageVersion()}:\n${lines}`);
  return EXIT.failed;
}
