import { expect, test } from 'vitest';
import type { SandboxOptions } from './app.ts';
import { direct, type Harness, hosted, openSandbox } from './sandbox-harness.ts';

const pay = (sandbox: Harness, number: string, more: Record<string, unknown> = {}) =>
  sandbox.post('/api/v1/payment', direct(number, more));

/** Another sandbox in place of this one, with what it has left. */
function another(sandbox: Harness, options: SandboxOptions = {}): Harness {
  const state = structuredClone(sandbox.state());
  sandbox.close();
  return openSandbox({ ...options, state });
}

const codes = ({ received }: Harness) => received.map(({ event }) => event['status_code']);

test('a sandbox goes on where another has ended: payments, settings, requests, faults', async () => {
  const first = openSandbox();
  await pay(first, '4242424242424242');
  await first.control('POST', 'settings', { merchantName: 'Kettle & Wool' });
  await first.control('POST', 'faults', { on: 'webhook', kind: 'lost' });
  const second = another(first);
  const payments = (await second.control('GET', 'payments')) as { data: object[] };
  expect(payments.data).toMatchObject([{ orderId: 'order-1', status: 'success' }]);
  expect(await second.control('GET', 'settings')).toMatchObject({ merchantName: 'Kettle & Wool' });
  expect(await second.control('GET', 'requests')).toMatchObject({ data: [{ path: '/api/v1/payment' }] });
  expect(await second.control('GET', 'faults')).toMatchObject({ data: [{ kind: 'lost' }] });
  expect(await (await pay(second, '4242424242424242')).json()).toMatchObject({ args: { code: 'P-409' } });
});

test('what waited for its time ends in the other sandbox, with its webhook', async () => {
  const first = openSandbox();
  await pay(first, '4000000000000119', { order_id: 'processing' });
  await pay(first, '5454545454545454', { order_id: 'challenged' });
  await first.post('/api/v1/payment', hosted({ order_id: 'hosted', order_timeout: 700 }));
  await first.pass(1);
  const second = another(first);
  expect(codes(second)).toEqual([]);
  await second.pass(2);
  expect(codes(second)).toEqual(['1000']);
  await second.pass(600);
  expect(codes(second)).toEqual(['1000', '4147']);
  await second.pass(100);
  expect(codes(second)).toEqual(['1000', '4147', '4148']);
});

test('a challenge that was opened before is approved after', async () => {
  const first = openSandbox();
  const { user_action_url: url } = (await (await pay(first, '5454545454545454')).json()) as {
    user_action_url: string;
  };
  const second = another(first);
  await second.submit(url, { decision: 'approve' });
  expect(codes(second)).toEqual(['1000']);
});

test('a webhook that was not taken yet is sent by the other sandbox', async () => {
  const first = openSandbox();
  first.answers.push(500);
  await pay(first, '4242424242424242');
  const second = another(first);
  await second.settled();
  expect(codes(second)).toEqual(['1000']);
});

test('of a card that is none of the test cards only the mask is kept', async () => {
  const sandbox = openSandbox();
  await pay(sandbox, '4111111111111111');
  const { ledger } = sandbox.state();
  expect(ledger.byOrder.get('order-1')?.card?.number).toBe('411111******1111');
  expect([...ledger.tokens.values()]).toMatchObject([{ number: '411111******1111' }]);
});

test('webhooks go beyond this machine only where that is said', async () => {
  const server = 'https://pages.example/demo/pay/webhook';
  const closed = openSandbox();
  await pay(closed, '4242424242424242', { server_url: server });
  expect(codes(closed)).toEqual([]);
  const open = openSandbox({ mayPost: (address) => address === server });
  await pay(open, '4242424242424242', { server_url: server });
  expect(codes(open)).toEqual(['1000']);
});
