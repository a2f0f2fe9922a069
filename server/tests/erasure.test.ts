import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { payDirect } from '../payments/paying/pay.ts';
import { forgetCustomer } from '../payments/paying/saved-cards.ts';
import { openSession } from '../payments/paying/session.ts';
import { answered, gatewayPaymentOf } from '../payments/testing/gateway.ts';
import { CLIENT, createTestDeps, input, key, signed, STORE_SECRETS } from '../payments/testing/test-deps.ts';
import { openSqliteStore } from '../store/sqlite.ts';

const ALICE = {
  id: 'alice-4711',
  firstName: 'Alice',
  lastName: 'Ó Súilleabháin',
  email: 'alice@example.org',
  phone: '+353861234567',
};
const EXPIRY = '12/30';

it('nothing in the database names a customer who was forgotten, whether a card was saved or declined', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'pay-form-')), 'pay.db');
  const deps = createTestDeps(await openSqliteStore(path, STORE_SECRETS));
  for (const [index, status] of (['failure', 'success'] as const).entries()) {
    deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status, cardToken: { token: 'a-token', expiresAt: null } }));
    const order = signed({ id: `order-${index}`, customer: ALICE }, 1_700_000_000);
    await openSession(deps, order);
    await openSession(deps, { ...order, issuedAt: 1_700_000_030 });
    await payDirect(deps, order, key(), input({ saveCard: true }), CLIENT);
  }
  await forgetCustomer(deps, ALICE.id);
  await deps.store.close();
  const stored = readFileSync(path, 'latin1');
  expect(stored).toContain('order-1');
  for (const text of [ALICE.id, EXPIRY, ALICE.email]) expect(stored).not.toContain(text);
});
