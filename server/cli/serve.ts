import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';

/** The companion; it keeps running after the command has started it. */
export const serve = command({
  name: 'serve',
  summary: 'Starts the companion with the settings from the environment',
  usage: ['serve'],
  options: {},
  notes: `Required: GATEWAY_URL, GATEWAY_POS_ID, GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_ENDPOINTS_KEY and
ORDER_SECRET. All problems with the settings are printed at once. \`pay-form doctor\` checks more.`,
  examples: [['serve', 'Listens on PORT (8080). Browsers and the gateway use PUBLIC_URL.']],
  async run() {
    await import('../node.ts');
    return EXIT.done;
  },
});
