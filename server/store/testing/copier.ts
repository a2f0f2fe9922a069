import { copyStore } from '../copy.ts';

/** For tests: a process that copies a store in small pages, and prints a line after each. */
const [from = '', to = ''] = process.argv.slice(2);
await copyStore(from, to, { page: 5, report: ({ step }) => process.stdout.write(`${step}\n`) });
