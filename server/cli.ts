#!/usr/bin/env node
import process from 'node:process';
import { nodeWorld } from './cli/node-world.ts';
import { run } from './cli/run.ts';

process.exitCode = await run(process.argv.slice(2), nodeWorld());
