import { createGatewayClient } from '../../gateway/client.ts';
import type { Settings } from '../../settings.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { World } from '../world.ts';
import type { Check } from './check.ts';
import { checkClock, clockFetch } from './clock.ts';
import { checkGateway } from './gateway-check.ts';
import { checkMerchant } from './merchant-check.ts';
import { isWell, reportJson, reportText } from './report.ts';
import { checkSettings } from './settings-check.ts';
import { checkStore } from './store-check.ts';
import { checkPublicUrl, checkWebhookAddress } from './webhook-check.ts';

/** Looks at everything that must be right before the first payment, and changes nothing. */
export const doctor = command({
  name: 'doctor',
  summary: 'Checks the settings, the gateway, the webhook address, the clock and the store',
  usage: ['doctor [--json]'],
  options: { json: { type: 'boolean', help: 'the report as data' } },
  notes: `Run it where the companion runs, with its environment and, best, while it runs. Nothing is changed, and no
secret is printed. Exit code 1 where a check failed; warnings do not count.`,
  examples: [
    ['doctor', 'Before the first payment, and after every change of the settings.'],
    ['doctor --json', 'For a script: {"ok": …, "checks": [{"name", "status", "message", "advice"}]}.'],
  ],
  async run({ values: { json } }, world) {
    const { settings, checks } = checkSettings(world.env);
    const found = [
      ...checks,
      ...(settings ? await checkAround(settings, world) : []),
      ...checkMerchant(world.env, checks),
    ];
    await world.stdout.write(json ? reportJson(found) : reportText(found));
    return isWell(found) ? EXIT.done : EXIT.failed;
  },
});

async function checkAround(settings: Settings, world: World): Promise<Check[]> {
  const { fetch, skewS } = clockFetch(world.fetch, world.now);
  const gateway = createGatewayClient(settings.gateway, { fetch, sleep: world.sleep });
  const unusedOrderId = `doctor-${world.newKey().replaceAll('-', '').slice(0, 20)}`;
  const gatewayChecks = await checkGateway(gateway, unusedOrderId);
  return [
    checkClock(skewS()),
    ...gatewayChecks,
    ...checkPublicUrl(settings.publicUrl),
    await checkWebhookAddress(world.fetch, settings.publicUrl),
    await checkStore(settings.databaseUrl),
  ];
}
