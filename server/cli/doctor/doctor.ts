import { lacksTrustedProxies, readSettings, type Settings, SettingsError } from '../../settings.ts';
import type { ValueRule } from '../arguments.ts';
import { command, EXIT } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, check, fail, type Finding, isWell, ok, reportJson, reportText, warn } from './check.ts';
import { checkStamps } from './gateway-stamps.ts';
import { checkLive } from './live-checks.ts';
import {
  checkGateway,
  checkMerchantAddress,
  checkOrigins,
  checkPublicUrl,
  checkWebhookAddress,
} from './network-checks.ts';
import { checkStore } from './store-check.ts';

type Environment = Terminal['env'];

const ORIGIN: ValueRule = {
  isValid: (value) => URL.canParse(value) && new URL(value).origin === value,
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
    const { settings, problems } = settingsOf(terminal.env);
    const found = [
      ...settingsChecks(problems),
      ...(settings ? await checkAround(settings, terminal, origin) : []),
      ...optionalChecks(terminal.env, problems),
      ...(settings && live ? checkLive(settings, terminal.env) : []),
    ];
    terminal.print(json ? reportJson(found) : reportText(found));
    return isWell(found) ? EXIT.done : EXIT.failed;
  },
});

/** Reads the settings as the companion does. */
function settingsOf(env: Environment): { settings: Settings | null; problems: readonly string[] } {
  try {
    return { settings: readSettings(env), problems: [] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { settings: null, problems: error.problems };
  }
}

function settingsChecks(problems: readonly string[]): Check[] {
  const advice = 'See docs/settings.md in the package. The other checks run once the settings are valid.';
  const faults = problems.map((problem) => fail(problem, advice));
  return check('settings', ok('all required settings are present and valid'), ...faults);
}

async function checkAround(
  settings: Settings,
  terminal: Terminal,
  origin: string | undefined,
): Promise<Check[]> {
  const { publicUrl, merchant, databaseUrl, direct } = settings;
  return [
    ...(await checkGateway(settings, terminal)),
    ...check('gateway-stamps', await checkStamps(settings)),
    ...checkPublicUrl(publicUrl),
    ...check(
      'trusted-proxies',
      ok(
        settings.trustedProxies.length > 0
          ? 'TRUSTED_PROXIES is set'
          : 'not needed: PUBLIC_URL is http, or LIMITS is off',
      ),
      lacksTrustedProxies(settings) && NO_PROXIES,
    ),
    ...check('webhook-address', await checkWebhookAddress(terminal.fetch, publicUrl)),
    ...(await checkOrigins(terminal.fetch, settings, origin)),
    // What those pages hold cannot be seen from here.
    ...(direct ? [] : check('hosted-only', HOSTED_ONLY)),
    ...(merchant ? check('merchant-address', await checkMerchantAddress(terminal.fetch, merchant.url)) : []),
    ...check('store', await checkStore(databaseUrl)),
  ];
}

const NO_PROXIES = warn(
  'PUBLIC_URL is https and TRUSTED_PROXIES is empty',
  'Behind a proxy all customers count as one address: set TRUSTED_PROXIES to the addresses of the proxy.',
);

const HOSTED_ONLY = ok(
  'DIRECT=false: put mode="hosted" on the tags of your pages, or "modes": ["hosted"] into their tokens',
);

/** What may be left out, the settings for it, and what is missing then. */
const OPTIONAL: readonly (readonly [check: string, names: readonly string[], otherwise: Finding])[] = [
  [
    'merchant-webhook',
    ['MERCHANT_WEBHOOK_URL', 'MERCHANT_WEBHOOK_SECRET'],
    warn(
      'not set',
      'Your shop is not notified of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.',
    ),
  ],
  [
    'merchant-api',
    ['MERCHANT_API_KEY'],
    warn('off', 'Set MERCHANT_API_KEY to use the merchant API and the commands that call it.'),
  ],
  [
    'merchant-name',
    ['MERCHANT_NAME'],
    warn(
      'not set',
      'The payment page does not show whom the customer pays; set MERCHANT_NAME, MERCHANT_LOGO_URL and MERCHANT_CONTACT.',
    ),
  ],
  // Most merchants have none, so their absence is no warning. No endpoint of the gateway lists them.
  [
    'sub-merchants',
    ['SUB_MERCHANTS'],
    ok('SUB_MERCHANTS is not set: only the gateway checks the sub-merchants of split payments'),
  ],
];

/** @param problems of the settings; each begins with the name of one */
function optionalChecks(env: Environment, problems: readonly string[]): Check[] {
  return OPTIONAL.flatMap(([name, settings, otherwise]) => {
    if (!settings.every((setting) => env[setting]?.trim())) return check(name, otherwise);
    const wrong = settings.find((setting) => problems.some((problem) => problem.startsWith(`${setting} `)));
    const well = ok(`${settings.join(' and ')} ${settings.length > 1 ? 'are' : 'is'} set`);
    return check(name, well, wrong !== undefined && fail(`${wrong} is invalid`, 'See the reason above.'));
  });
}
