#!/usr/bin/env node
import process from 'node:process';
import { readEnvFile } from './cli/env-file.ts';
import { nodeWorld } from './cli/node-world.ts';
import { run } from './cli/run.ts';

const argv = process.argv.slice(2);
process.stderr.write(readEnvFile(argv) ?? '');
process.exitCode = await run(argv, nodeWorld());
