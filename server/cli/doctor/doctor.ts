import { createGatewayClient } from '../../gateway/client.ts';
import type { Settings } from '../../settings.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { UsageError } from '../usage-error.ts';
import type { World } from '../world.ts';
import type { Check } from './check.ts';
import { checkClock, clockFetch } from './clock.ts';
import { checkGateway } from './gateway-check.ts';
import { checkLive } from './live-checks.ts';
import { checkMerchantAddress } from './merchant-address-check.ts';
import { checkMerchant } from './merchant-check.ts';
import { checkAllowedOrigins, checkOriginAllowed } from './origin-check.ts';
import { isWell, reportJson, reportText } from './report.ts';
import { checkProxies, checkSettings } from './settings-check.ts';
import { checkStore } from './store-check.ts';
import { checkPublicUrl, checkWebhookAddress } from './webhook-check.ts';

/** Checks everything that must be right before the first payment, and changes nothing. */
export const doctor = command({
  name: 'doctor',
  summary:
    'Checks settings, gateway, webhook addresses, origins, clock and store; with --live also readiness for production',
  usage: ['doctor [--live] [--origin <origin>] [--json]'],
  options: {
    origin: {
      type: 'string',
      value: '<origin>',
      help: 'also check whether pages of this origin may use the companion, such as https://shop.example',
    },
    live: { type: 'boolean', help: 'also run the checklist for going live' },
    json: { type: 'boolean', help: 'print the report as JSON' },
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
    requireOrigin(origin);
    const { settings, checks } = checkSettings(world.env);
    const found = [
      ...checks,
      ...(settings ? await checkAround(settings, world) : []),
      ...(settings && origin ? [await checkOriginAllowed(world.fetch, settings.publicUrl, origin)] : []),
      ...checkMerchant(world.env, checks),
      ...(settings && live ? checkLive(settings, world.env) : []),
    ];
    await world.stdout.write(json ? reportJson(found) : reportText(found));
    return isWell(found) ? EXIT.done : EXIT.failed;
  },
});

/** @throws UsageError */
function requireOrigin(origin: string | undefined): void {
  const isOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).origin === origin);
  if (!isOrigin)
    throw new UsageError('--origin must be an origin without a path, such as https://shop.example.');
}

async function checkAround(settings: Settings, world: World): Promise<Check[]> {
  const { fetch, skewS } = clockFetch(world.fetch, world.now);
  const gateway = createGatewayClient(settings.gateway, { fetch, sleep: world.sleep });
  const unusedOrderId = `doctor-${world.newKey().replaceAll('-', '').slice(0, 20)}`;
  const gatewayChecks = await checkGateway(gateway, unusedOrderId);
  return [
    checkClock(skewS()),
    ...gatewayChecks,
    ...checkPublicUrl(settings.publicUrl),
    checkProxies(settings),
    await checkWebhookAddress(world.fetch, settings.publicUrl),
    await checkAllowedOrigins(world.fetch, settings),
    ...(settings.merchant ? [await checkMerchantAddress(world.fetch, settings.merchant.url)] : []),
    await checkStore(settings.databaseUrl),
  ];
}
