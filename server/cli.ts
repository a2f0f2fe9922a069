#!/usr/bin/env node
import process from 'node:process';

/** `pay-form serve` and `pay-form sandbox`, each from the environment. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  serve: () => import('./node.ts'),
  sandbox: () => import('./sandbox/node.ts'),
};

const USAGE = `Usage: pay-form <command>

  serve     the companion, from the environment (PORT, PUBLIC_URL, GATEWAY_URL, ORDER_SECRET, …)
  sandbox   the imitated gateway (PORT, default 8090)
`;

const command = COMMANDS[process.argv[2] ?? ''];
if (command) await command();
else {
  process.stderr.write(USAGE);
  process.exitCode = process.argv[2] === '--help' ? 0 : 1;
}
