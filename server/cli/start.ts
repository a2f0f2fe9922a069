import { command } from './command.ts';
import { EXIT } from './exit.ts';

/** The companion; it keeps running after the command has started it. */
export const serve = command({
  name: 'serve',
  summary: 'Starts the companion with the settings from the environment',
  options: {},
  notes: `Required: GATEWAY_URL, GATEWAY_POS_ID, GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_ENDPOINTS_KEY and
ORDER_SECRET. All problems with the settings are printed at once. \`pay-form doctor\` checks more.`,
  examples: [['serve', 'Listens on PORT (8080). Browsers and the gateway use PUBLIC_URL.']],
  async run() {
    await import('../node.ts');
    return EXIT.done;
  },
});

/** The imitated gateway; it keeps running after the command has started it. */
export const sandbox = command({
  name: 'sandbox',
  summary: 'Starts the sandbox, which imitates the whole gateway',
  options: {},
  notes: `Reads PORT (default 8090), GATEWAY_POS_ID, GATEWAY_API_KEY, GATEWAY_API_SECRET and GATEWAY_ENDPOINTS_KEY. Missing
credentials are generated and printed. STRICT=true refuses every request that violates the interface document, even
if the live gateway accepts it. No money moves.`,
  examples: [['sandbox', 'Prints GATEWAY_URL and the credentials for `pay-form serve`.']],
  async run() {
    await import('../sandbox/node.ts');
    return EXIT.done;
  },
});
