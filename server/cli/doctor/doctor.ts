import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { ValueRule } from '../value-rules.ts';
import type { World } from '../world.ts';
import { type Check, fail, isWell, ok, reportJson, reportText, warn } from './check.ts';
import { checkLive, checkProxies } from './live-checks.ts';
import {
  checkGatewayAndClock,
  checkMerchantAddress,
  checkOrigins,
  checkPublicUrl,
  checkWebhookAddress,
} from './network-checks.ts';
import { checkStore } from './store-check.ts';

type Environment = World['env'];

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
    ['doctor', 'Before the first payment, and after every change of the settings.'],
    ['doctor --origin https://shop.example', 'If the form reports that it cannot reach the payment service.'],
    [
      'doctor --live',
      'Before going live: checks https, secrets, limits, backup and more, with advice for each.',
    ],
    ['doctor --json', 'For a script: {"ok": …, "checks": [{"name", "status", "message", "advice"}]}.'],
  ],
  async run({ values: { json, live, origin } }, world) {
    const { settings, problems } = settingsOf(world.env);
    const found = [
      ...settingsChecks(problems),
      ...(settings ? await checkAround(settings, world, origin) : []),
      ...merchantChecks(world.env, problems),
      ...(settings && live ? checkLive(settings, world.env) : []),
    ];
    world.print(json ? reportJson(found) : reportText(found));
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
  if (problems.length === 0) return [ok('settings', 'all required settings are present and valid')];
  return problems.map((problem) => fail('settings', problem, advice));
}

async function checkAround(settings: Settings, world: World, origin: string | undefined): Promise<Check[]> {
  const { publicUrl, merchant } = settings;
  return [
    ...(await checkGatewayAndClock(settings, world)),
    ...checkPublicUrl(publicUrl),
    checkProxies(settings),
    await checkWebhookAddress(world.fetch, publicUrl),
    ...(await checkOrigins(world.fetch, settings, origin)),
    ...(merchant ? [await checkMerchantAddress(world.fetch, merchant.url)] : []),
    await checkStore(settings.databaseUrl),
  ];
}

/**
 * Whether the merchant is notified of changes and may use the API, whether payers see the merchant's name, and whether its
 * sub-merchants are configured.
 * @param problems of the settings; each begins with the name of one
 */
function merchantChecks(env: Environment, problems: readonly string[]): Check[] {
  const has = (name: string) => Boolean(env[name]?.trim());
  const presence = (check: string, names: readonly string[], otherwise: Check): Check => {
    const wrong = names.find((name) => problems.some((problem) => problem.startsWith(`${name} `)));
    if (wrong) return fail(check, `${wrong} is invalid`, 'See the reason above.');
    const needed = names.filter((name) => !OPTIONAL.includes(name));
    if (!needed.every(has)) return otherwise;
    return ok(check, `${needed.join(' and ')} ${needed.length > 1 ? 'are' : 'is'} set`);
  };
  return [
    presence(
      'merchant-webhook',
      ['MERCHANT_WEBHOOK_URL', 'MERCHANT_WEBHOOK_SECRET'],
      warn(
        'merchant-webhook',
        'not set',
        'Your shop is not notified of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.',
      ),
    ),
    presence(
      'merchant-api',
      ['MERCHANT_API_KEY'],
      warn(
        'merchant-api',
        'off',
        'Set MERCHANT_API_KEY to use the merchant API and the commands that call it.',
      ),
    ),
    presence(
      'merchant-name',
      ['MERCHANT_NAME', ...OPTIONAL],
      warn(
        'merchant-name',
        'not set',
        'The payment page does not show whom the customer pays; set MERCHANT_NAME, MERCHANT_LOGO_URL and MERCHANT_CONTACT.',
      ),
    ),
    // Most merchants have none, so their absence is no warning. No endpoint of the gateway lists them.
    presence(
      'sub-merchants',
      ['SUB_MERCHANTS'],
      ok(
        'sub-merchants',
        'SUB_MERCHANTS is not set',
        'If you split payments, only the gateway refuses unknown sub-merchants then; set it to check them here.',
      ),
    ),
  ];
}

const OPTIONAL = ['MERCHANT_LOGO_URL', 'MERCHANT_CONTACT'];
