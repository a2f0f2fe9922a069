import { readSync } from 'node:fs';
import { copyStore } from '../copy.ts';

/** For tests: a process that copies a store in small pages. After each it prints a line, and waits for an answer. */
const [from = '', to = ''] = process.argv.slice(2);
await copyStore(from, to, {
  page: 5,
  report() {
    process.stdout.write('a page\n');
    readSync(0, Buffer.alloc(1));
  },
});
