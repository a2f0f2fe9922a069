import { ConflictError } from '../payments/store-port.ts';
import { openSqliteStore } from './sqlite.ts';
import { payment, STORE_SECRETS } from './test-payment.ts';

/** For tests: a process that writes while others do. Sends back how many contested orders it won. */
const [path = '', name = ''] = process.argv.slice(2);
const store = await openSqliteStore(path, STORE_SECRETS);
let won = 0;
for (let round = 0; round < 30; round += 1) {
  const mark = `${name}-${round}`;
  const own = { gatewayOrderId: mark, idempotencyKey: mark };
  await store.transaction(async (tx) => {
    await tx.paymentsOfOrder(name);
    await tx.insertPayment(payment({ ...own, id: mark, orderId: name, blocking: false }));
  });
  try {
    const contested = { id: `c-${mark}`, gatewayOrderId: `c-${mark}`, orderId: `contested-${round}` };
    await store.insertPayment(payment(contested));
    won += 1;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
await store.close();
process.send?.(won, () => process.disconnect());
