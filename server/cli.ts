#!/usr/bin/env node
import process from 'node:process';
import { EXIT } from './cli/command.ts';
import { run } from './cli/run.ts';
import { nodeTerminal, readEnvFile } from './cli/terminal.ts';

const argv = process.argv.slice(2);
try {
  const envFile = readEnvFile(argv);
  process.exitCode = await run(argv, nodeTerminal(envFile));
} catch (error) {
  process.stderr.write(`pay-form: ${error instanceof Error ? error.message : 'unknown'}\n`);
  process.exitCode = EXIT.misused;
}
