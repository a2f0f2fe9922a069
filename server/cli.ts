#!/usr/bin/env node
import process from 'node:process';
import { readEnvFile } from './cli/env-file.ts';
import { EXIT } from './cli/exit.ts';
import { run } from './cli/run.ts';
import { nodeWorld } from './cli/world.ts';

const argv = process.argv.slice(2);
try {
  const envFile = readEnvFile(argv);
  process.exitCode = await run(argv, nodeWorld(envFile));
} catch (error) {
  process.stderr.write(`pay-form: ${error instanceof Error ? error.message : 'unknown'}\n`);
  process.exitCode = EXIT.misused;
}
