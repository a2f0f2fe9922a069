import { expect, test } from 'vitest';
import { type Harness, MINIMAL, direct, hosted, openSandbox } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

const GOOD = '4242424242424242';
const MESSAGE = 'Payment with this order_id already exists';
const IN_ARGS = { message: MESSAGE, args: { code: 'P-409' } };
const BESIDE_ARGS = { message: MESSAGE, code: 'P-409' };

const create = (sandbox: Harness, body: unknown = direct(GOOD)) => sandbox.post('/api/v1/payment', body);
const fault = (sandbox: Harness, kind: string, on = 'create') =>
  sandbox.control('POST', 'faults', { on, kind });

async function paid(settings: Partial<SandboxSettings> = {}): Promise<Harness> {
  const sandbox = openSandbox({ settings });
  await create(sandbox);
  return sandbox;
}

async function books(sandbox: Harness): Promise<unknown[]> {
  return ((await sandbox.control('GET', 'payments')) as { data: unknown[] }).data;
}

test.each([400, 409] as const)('a used order_id is %d if the setting says so', async (takenStatus) => {
  const answer = await create(await paid({ takenStatus }));
  expect(answer.status).toBe(takenStatus);
  expect(await answer.json()).toEqual(IN_ARGS);
});

test('with code-beside-args one error has its code beside args', async () => {
  const sandbox = await paid();
  await fault(sandbox, 'code-beside-args');
  const answers = [await create(sandbox), await create(sandbox)];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([BESIDE_ARGS, IN_ARGS]);
});

test('with the setting every error has its code there, and violations stay in args', async () => {
  const sandbox = await paid({ errorCodes: 'beside-args' });
  expect(await (await create(sandbox)).json()).toEqual(BESIDE_ARGS);
  const unknown = await sandbox.get(`/api/v1/pos/${MINIMAL.direct.pos_id}/orders/none`);
  expect(await unknown.json()).toEqual({ message: 'Not found', code: 'S-404' });
  expect(await (await sandbox.get('/api/v1/nowhere')).json()).toEqual({
    message: 'Not found',
    code: 'S-404',
  });
  expect(await (await create(sandbox, { ...direct(GOOD), mode: 'other' })).json()).toMatchObject({
    args: [{ field_name: 'mode' }],
  });
});

test('a used order_id may be answered by a failed payment that is recorded nowhere', async () => {
  const sandbox = await paid({ errorCodes: 'payment' });
  const [before] = sandbox.received;
  const answer = await create(sandbox, direct('378282246310005', { amount: 12, card_cvv: '1234' }));
  const told = (await answer.json()) as Record<string, unknown>;
  expect(answer.status).toBe(200);
  expect(told).toMatchObject({
    order_id: 'order-1',
    status: 'failure',
    status_code: '4119',
    amount: 12,
    cc_mask: '378282******0005',
  });
  expect(told['payment_id']).not.toBe(before?.event['payment_id']);
  expect(await books(sandbox)).toMatchObject([{ status: 'success', amount: '10.50' }]);
  expect(sandbox.received).toHaveLength(1);
});

test('a hosted payment with a used order_id is an error even then', async () => {
  const answer = await create(await paid({ errorCodes: 'payment', takenStatus: 409 }), hosted());
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual(IN_ARGS);
});

test('a repeated request is charged once and answered as the second one', async () => {
  const sandbox = openSandbox();
  await fault(sandbox, 'repeated');
  const answer = await create(sandbox);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual(IN_ARGS);
  expect(await books(sandbox)).toMatchObject([{ status: 'success' }]);
  expect(sandbox.received).toHaveLength(1);
  expect(await sandbox.control('GET', 'requests')).toMatchObject({ data: [{ status: 400 }] });
});
