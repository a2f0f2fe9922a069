import { expect, test } from 'vitest';
import { type Harness, MINIMAL, direct, openSandbox } from './testing/sandbox.ts';
import { inTimeForm } from './time-forms.ts';

const POS = MINIMAL.direct.pos_id;
const ORDER = `/api/v1/pos/${POS}/orders/order-1`;
const CARD = '4242424242424242';
const NOON = '2026-06-15T12:00:00.000';
const NOON_MS = Date.UTC(2026, 5, 15, 12);

type Told = Record<string, unknown>;

const told = async (response: Response) => (await response.json()) as Told;
const paid = async (sandbox: Harness) => told(await sandbox.post('/api/v1/payment', direct(CARD)));

async function refund(sandbox: Harness): Promise<Told> {
  const body = { pos_id: POS, order_id: 'order-1', order_currency: 'UAH' };
  return told(await sandbox.post('/api/v1/refund', body));
}

const FORMS = [
  ['plain', NOON],
  ['zone', '2026-06-15T15:00:00.000+03:00'],
  ['no-seconds', '2026-06-15T12:00'],
  ['blank', '2026-06-15 12:00:00.000'],
  ['epoch-seconds', NOON_MS / 1000],
  ['epoch-milliseconds', NOON_MS],
] as const;

test.each(FORMS)('%s: every answer, list and webhook writes noon as %j', async (timeForm, noon) => {
  const sandbox = openSandbox({ settings: { timeForm } });
  const times = { created_at: noon, processed_at: noon };
  expect(await paid(sandbox)).toMatchObject(times);
  expect(await refund(sandbox)).toMatchObject(times);
  expect(await (await sandbox.get(ORDER)).json()).toMatchObject([times, times]);
  expect(sandbox.received).toMatchObject([{ event: times }, { event: times }]);
  const auth = direct(CARD, { method: 'auth', order_id: 'order-2' });
  expect(await told(await sandbox.post('/api/v1/payment', auth))).toMatchObject({ processing_time: noon });
});

test.each([
  ['times-zone', '2026-06-15T15:00:00.000+03:00'],
  ['times-no-seconds', '2026-06-15T12:00'],
  ['times-blank', '2026-06-15 12:00:00.000'],
  ['times-epoch', NOON_MS / 1000],
])('%s does it once, to an answer, a list or a webhook', async (kind, noon) => {
  const sandbox = openSandbox();
  await paid(sandbox);
  for (const on of ['refund', 'read', 'webhook']) await sandbox.control('POST', 'faults', { on, kind });
  const times = { created_at: noon, processed_at: noon };
  expect(await refund(sandbox)).toMatchObject(times);
  const read = async () => (await sandbox.get(ORDER)).json();
  expect(await read()).toMatchObject([times, times]);
  expect(await read()).toMatchObject([{ created_at: NOON }, { created_at: NOON }]);
  expect(sandbox.received).toMatchObject([{ event: { created_at: NOON } }, { event: times }]);
});

test('a fault replaces the form of the setting', async () => {
  const sandbox = openSandbox({ settings: { timeForm: 'epoch-milliseconds' } });
  await sandbox.control('POST', 'faults', { on: 'create', kind: 'times-blank' });
  expect(await paid(sandbox)).toMatchObject({ created_at: '2026-06-15 12:00:00.000' });
});

test('a value that is no plain time stays as it is', async () => {
  for (const value of [null, 7, '', '2026-06-15', '2026-06-15T12:00:00Z']) {
    expect(inTimeForm(value, 'epoch-seconds')).toBe(value);
  }
  const sandbox = openSandbox();
  await paid(sandbox);
  await sandbox.control('POST', 'orders/order-1/webhook', { fields: { created_at: 'noon' } });
  expect(sandbox.received.at(-1)?.event).toMatchObject({ created_at: 'noon' });
});
