import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';

/** The imitated gateway; it keeps running after the command has started it. */
export const sandbox = command({
  name: 'sandbox',
  summary: 'Starts the sandbox, which imitates the whole gateway',
  usage: ['sandbox'],
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
