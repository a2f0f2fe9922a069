import { openStore } from '../open-store.ts';
import { appendTo, message, STORE_SECRETS } from './orders.ts';

/** For tests: a process that appends to many orders until it is killed, and prints each append after its commit. */
const [url = '', name = ''] = process.argv.slice(2);
const store = await openStore(url, STORE_SECRETS);
async function appendOnAndOn(order: string): Promise<void> {
  for (let after = 0; ; after += 2) {
    const entries = [...appendTo(order).entries, ...appendTo(order).entries];
    await store.append(appendTo(order, { after, entries, messages: [message(`${order}-${after}`)] }));
    process.stdout.write(`${order} ${after + 2}\n`);
  }
}
await Promise.all(Array.from({ length: 16 }, (_, index) => appendOnAndOn(`${name}-${index}`)));
