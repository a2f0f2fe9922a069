#!/usr/bin/env node
import process from 'node:process';
import { readEnvFile } from './cli/env-file.ts';
import { EXIT } from './cli/exit-codes.ts';

const argv = process.argv.slice(2);
// Loaded only now, because all commands together are larger than the companion.
const { nodeWorld } = await import('./cli/node-world.ts');
const { run } = await import('./cli/run.ts');
process.exitCode = isReady() ? await run(argv, nodeWorld()) : EXIT.misused;

function isReady(): boolean {
  try {
    process.stderr.write(readEnvFile(argv) ?? '');
    return true;
  } catch (error) {
    process.stderr.write(`pay-form: ${error instanceof Error ? error.message : 'unknown'}\n`);
    return false;
  }
}
