import { isOrigin } from '../../contract/address.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import type { ValueRule } from '../arguments.ts';
import { command, EXIT } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, check, fail, isWell, ok, reportJson, reportText, warn } from './check.ts';
import { checkLive } from './live-checks.ts';
import {
  checkGateway,
  checkMerchantAddress,
  checkOrigins,
  checkPublicUrl,
  checkWebhookAddress,
} from './network-checks.ts';
import { checkStore } from './store-check.ts';

const ORIGIN: ValueRule = {
  isValid: isOrigin,
  words: 'an origin without a path, such as https://shop.example',
};

/** Checks everything that must be right before the first payment, and changes nothing. */
export const doctor = command({
  name: 'doctor',
  summary:
    'Checks settings, gateway, webhook addresses, origins, clock and store; with --live also readiness for production',
  options: {
    origin: {
      value: '<origin>',
      rule: ORIGIN,
      help: 'also check whether pages of this origin may use the companion, such as https://shop.example',
    },
    live: { help: 'also run the checklist for going live' },
    json: { help: 'print the report as JSON' },
  },
  notes: `Run it where the companion runs, with its environment, preferably while the companion is running. It changes nothing
and prints no secret. Your server receives an empty HEAD request and no message. The exit code is 1 if a check failed;
warnings do not count.`,
  examples: [
    'doctor  # Before the first payment, and after every change of the settings.',
    'doctor --origin https://shop.example  # If the form reports that it cannot reach the payment service.',
    'doctor --live  # Before going live: checks https, secrets, limits, backup and more, with advice for each.',
    'doctor --json  # For a script: {"ok": …, "checks": [{"name", "status", "message", "advice"}]}.',
  ],
  async run({ values: { json, live, origin } }, terminal) {
    const found = await checksOf(terminal, origin, live ?? false);
    terminal.print(json ? reportJson(found) : reportText(found));
    return isWell(found) ? EXIT.done : EXIT.failed;
  },
});

/** Without valid settings there is nothing else to check. */
async function checksOf(terminal: Terminal, origin: string | undefined, live: boolean): Promise<Check[]> {
  try {
    const settings = readSettings(terminal.env);
    return [
      ...check('settings', ok('all required settings are present and valid')),
      ...(await checkAround(settings, terminal, origin)),
      ...(live ? checkLive(settings, terminal.env) : []),
    ];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const advice = 'See docs/settings.md in the package. The other checks run once the settings are valid.';
    return error.problems.flatMap((problem) => check('settings', fail(problem, advice)));
  }
}

async function checkAround(
  settings: Settings,
  terminal: Terminal,
  origin: string | undefined,
): Promise<Check[]> {
  const { publicUrl, merchant, databaseUrl, merchantApiKey, merchantProfile } = settings;
  return [
    ...(await checkGateway(settings, terminal)),
    ...checkPublicUrl(publicUrl),
    ...check('webhook-address', await checkWebhookAddress(terminal.fetch, publicUrl)),
    ...(await checkOrigins(terminal.fetch, settings, origin)),
    ...check(
      'merchant-address',
      merchant ? await checkMerchantAddress(terminal.fetch, merchant.url) : UNTOLD,
    ),
    ...check('store', await checkStore(databaseUrl)),
    ...check('merchant-api', ok('MERCHANT_API_KEY is set'), !merchantApiKey && NO_API),
    ...check('merchant-name', ok('MERCHANT_NAME is set'), !merchantProfile?.name && NAMELESS),
  ];
}

const UNTOLD = warn(
  'MERCHANT_WEBHOOK_URL is not set',
  'Your shop is not notified of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.',
);
const NO_API = warn('off', 'Set MERCHANT_API_KEY to use the merchant API and the commands that call it.');
const NAMELESS = warn(
  'not set',
  'The payment page does not show whom the customer pays; set MERCHANT_NAME, MERCHANT_LOGO_URL and MERCHANT_CONTACT.',
);
