#!/usr/bin/env node
import process from 'node:process';
import { EXIT } from './cli/command.ts';
import { run } from './cli/run.ts';
import { nodeWorld, readEnvFile } from './cli/world.ts';

const argv = process.argv.slice(2);
try {
  const envFile = readEnvFile(argv);
  process.exitCode = await run(argv, nodeWorld(envFile));
} catch (error) {
  process.stderr.write(`pay-form: ${error instanceof Error ? error.message : 'unknown'}\n`);
  process.exitCode = EXIT.misused;
}
