import { expect, it } from 'vitest';
import type { ProblemError } from '../../contract/problem.ts';
import { readFromGateway } from './gateway-read.ts';
import type { GatewayRefusal } from '../gateway-port.ts';
import { UnsendableError } from '../gateway-port.ts';
import { TestClock } from '../test-world.ts';

const log = () => {};
type Deps = Parameters<typeof readFromGateway>[0];

async function problemAfter(over: Partial<GatewayRefusal>): Promise<ProblemError> {
  const refusal = {
    status: 400,
    documented: true,
    means: 'other' as const,
    code: 'P-400',
    message: 'No',
    details: [],
    ...over,
  };
  return problemOf(async () => ({ kind: 'refused', refusal }));
}

async function problemOf(read: () => Promise<{ kind: 'refused'; refusal: GatewayRefusal }>) {
  const deps = { clock: new TestClock(), log } as unknown as Deps;
  return readFromGateway(deps, read).then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: ProblemError) => error,
  );
}

it('a refusal is reported in the gateway’s words, in one line', async () => {
  expect(await problemAfter({ status: 401, code: 'S-403', message: 'Access\r\n  denied' })).toMatchObject({
    code: 'gateway-refused',
    message: 'The payment service refused (HTTP 401, S-403): Access denied',
    retryAfterS: null,
  });
  expect((await problemAfter({ code: null })).message).toBe('The payment service refused (HTTP 400): No');
});

it('a refusal by a proxy is reported without its words', async () => {
  const { message } = await problemAfter({ documented: false, code: null, message: 'host 10.0.0.7' });
  expect(message).toBe('The payment service refused (HTTP 400).');
});

it.each([
  ['of the gateway', { means: 'not-found' as const }, 'not-found'],
  ['about the credentials', { means: 'credentials' as const, code: 'S-404' }, 'gateway-refused'],
  ['of a proxy', { documented: false, code: null }, 'gateway-refused'],
])('a 404 %s is told as what it means', async (_whose, over, code) => {
  expect(await problemAfter({ status: 404, ...over })).toMatchObject({ code });
});

it('what was never sent names the rule that it breaks', async () => {
  const error = new UnsendableError('order_id (format)', [{ field: 'order_id', rule: 'format' }]);
  expect(await problemOf(() => Promise.reject(error))).toMatchObject({
    code: 'gateway-refused',
    message: 'order_id (format)',
  });
});

it.each([
  [undefined, 30],
  [0, 1],
  [1500, 2],
  [60_000, 60],
  [999_999_000, 3600],
])('who asks too often (Retry-After %j ms) is told to ask again after %i s', async (asked, seconds) => {
  const retry = asked === undefined ? {} : { retryAfterMs: asked };
  expect(
    await problemAfter({ status: 429, means: 'busy', code: 'P-429', message: 'Too many', ...retry }),
  ).toMatchObject({
    code: 'gateway-busy',
    status: 503,
    message: 'The payment service refused (HTTP 429, P-429): Too many',
    retryAfterS: seconds,
  });
});
