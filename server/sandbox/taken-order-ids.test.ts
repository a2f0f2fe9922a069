import { expect, test } from 'vitest';
import { CARD, type Harness, POS, direct, hosted, openSandbox, told } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

const MESSAGE = 'Payment with this order_id already exists';
const IN_ARGS = { message: MESSAGE, args: { code: 'P-409' } };
const BESIDE_ARGS = { message: MESSAGE, code: 'P-409' };

const create = (sandbox: Harness, body: unknown = direct(CARD.cc_number)) =>
  sandbox.post('/api/v1/payment', body);

async function paid(settings: Partial<SandboxSettings> = {}): Promise<Harness> {
  const sandbox = openSandbox({ settings });
  await create(sandbox);
  return sandbox;
}

test.each([400, 409] as const)('a used order_id is %d if the setting says so', async (takenStatus) => {
  const answer = await create(await paid({ takenStatus }));
  expect(answer.status).toBe(takenStatus);
  expect(await answer.json()).toEqual(IN_ARGS);
});

test('with code-beside-args one error has its code beside args', async () => {
  const sandbox = await paid();
  await sandbox.fault('create', 'code-beside-args');
  const answers = [await create(sandbox), await create(sandbox)];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([BESIDE_ARGS, IN_ARGS]);
});

test('with the setting every error has its code there, and violations stay in args', async () => {
  const sandbox = await paid({ errorCodes: 'beside-args' });
  expect(await (await create(sandbox)).json()).toEqual(BESIDE_ARGS);
  for (const unknown of [`/api/v1/pos/${POS}/orders/none`, '/api/v1/nowhere'])
    expect(await told(await sandbox.get(unknown))).toEqual({ message: 'Not found', code: 'S-404' });
  const invalid = await create(sandbox, direct(CARD.cc_number, { mode: 'other' }));
  expect(await invalid.json()).toMatchObject({ args: [{ field_name: 'mode' }] });
});

test('a used order_id may be answered by a failed payment that is recorded nowhere', async () => {
  const sandbox = await paid({ errorCodes: 'payment' });
  const [before] = sandbox.received;
  const answer = await create(sandbox, direct('378282246310005', { amount: 12, card_cvv: '1234' }));
  const failed = await told(answer);
  expect(answer.status).toBe(200);
  expect(failed).toMatchObject({ order_id: 'order-1', status: 'failure', status_code: '4119' });
  expect(failed).toMatchObject({ amount: 12, cc_mask: '378282******0005' });
  expect(failed['payment_id']).not.toBe(before?.event['payment_id']);
  expect(await sandbox.records('payments')).toMatchObject([{ status: 'success', amount: '10.50' }]);
  expect(sandbox.received).toHaveLength(1);
});

test('a hosted payment with a used order_id is an error even then', async () => {
  const answer = await create(await paid({ errorCodes: 'payment', takenStatus: 409 }), hosted());
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual(IN_ARGS);
});

test('a repeated request is charged once and answered as the second one', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('create', 'repeated');
  const answer = await create(sandbox);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual(IN_ARGS);
  expect(await sandbox.records('payments')).toMatchObject([{ status: 'success' }]);
  expect(sandbox.received).toHaveLength(1);
  expect(await sandbox.records('requests')).toMatchObject([{ status: 400 }]);
});
