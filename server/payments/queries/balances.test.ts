import { describe, expect, it } from 'vitest';
import type { ProblemError } from '../../contract/problem.ts';
import { type GatewayRefusal, type CallResult, UnsendableError } from '../gateway-port.ts';
import { answered, refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { refusal } from '../testing/test-deps.ts';
import { listAccounts, listTerminals, readAccount, readTerminal } from './balances.ts';

const ID = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const raw = { iban: 'UA21', balances: { hold: 1 } };
const account = {
  id: ID,
  name: 'Main',
  currency: 'UAH',
  availableMinor: 12_345,
  rollingReserveMinor: -5,
  raw,
};
const terminal = { id: ID, name: 'Till', currency: 'JPY', availableMinor: -1050, raw };

withTestDeps();

describe('balances', () => {
  it('are decimal text, negative if something is owed, and null if nothing is reported', async () => {
    deps.gateway.script.accounts = async () =>
      answered([account, { ...account, availableMinor: 0, rollingReserveMinor: null }]);
    const main = { id: ID, name: 'Main', currency: 'UAH' };
    expect(await listAccounts(deps)).toEqual({
      data: [
        { ...main, balances: { available: '123.45', rollingReserve: '-0.05' } },
        { ...main, balances: { available: '0.00', rollingReserve: null } },
      ],
      nextCursor: null,
    });
  });

  it('of one account or terminal are asked by its id, and show nothing else that is reported', async () => {
    const asked: string[] = [];
    deps.gateway.script.account = async (id) => (asked.push(id), answered(account));
    deps.gateway.script.terminal = async (id) => (asked.push(id), answered(terminal));
    expect((await readAccount(deps, ID)).balances.available).toBe('123.45');
    const till = { id: ID, name: 'Till', currency: 'JPY', balances: { available: '-1050' } };
    expect(await readTerminal(deps, ID)).toEqual(till);
    expect(asked).toEqual([ID, ID]);
  });

  it('of terminals name those that failed', async () => {
    const failed = { id: ID, message: 'Terminal is not available' };
    deps.gateway.script.terminals = async () =>
      answered({ terminals: [terminal], failed: [{ ...failed, raw }] });
    const list = await listTerminals(deps);
    expect(list).toMatchObject({ data: [{ id: ID }], failed: [failed], nextCursor: null });
    expect(JSON.stringify(list)).not.toMatch(/raw|iban|hold/);
  });
});

describe('what the gateway does not answer', () => {
  const problem = async (read: () => Promise<CallResult<never>>): Promise<ProblemError> => {
    Object.assign(deps.gateway.script, { account: read });
    return readAccount(deps, ID).then(
      () => Promise.reject(new Error('nothing was refused')),
      (error: ProblemError) => error,
    );
  };

  it.each([
    ['unknown to the gateway', refused(404), 'not-found'],
    ['refused', refused(401), 'gateway-refused'],
    ['asked for too often', refused(429), 'gateway-busy'],
    ['not answered', unknown, 'gateway-unreachable'],
    ['refused for credentials as a 404', refused(404, null, { means: 'credentials' }), 'gateway-refused'],
  ])('(%s) is a problem', async (_what, outcome, code) => {
    Object.assign(deps.gateway.script, { account: async () => outcome, accounts: async () => outcome });
    expect(await refusal(readAccount(deps, ID))).toEqual([code]);
    expect(await refusal(listAccounts(deps))).toEqual([code]);
  });

  it.each<[Partial<GatewayRefusal>, string]>([
    [
      { status: 401, code: 'S-403', message: 'Access\r\n  denied' },
      'The payment service refused (HTTP 401, S-403): Access denied',
    ],
    [{ code: null }, 'The payment service refused (HTTP 400): No'],
    [{ documented: false, code: null, message: 'host 10.0.0.7' }, 'The payment service refused (HTTP 400).'],
  ])('is told in the gateway’s words, in one line, and never in a proxy’s: %j', async (over, message) => {
    expect(await problem(async () => refused(400, 'P-400', { message: 'No', ...over }))).toMatchObject({
      code: 'gateway-refused',
      message,
    });
  });

  it('names the rule that it breaks, if it was never sent', async () => {
    const error = new UnsendableError('order_id (format)', [{ field: 'order_id', rule: 'format' }]);
    const expected = { code: 'gateway-refused', message: 'order_id (format)' };
    expect(await problem(() => Promise.reject(error))).toMatchObject(expected);
  });

  it.each([
    [undefined, 30],
    [0, 1],
    [1500, 2],
    [999_999_000, 3600],
  ])(
    'for too many requests (Retry-After %j ms) may be asked for again after %i s',
    async (asked, retryAfterS) => {
      const over = {
        status: 429,
        means: 'busy',
        ...(asked !== undefined && { retryAfterMs: asked }),
      } as const;
      const expected = { code: 'gateway-busy', status: 503, retryAfterS };
      expect(await problem(async () => refused(400, 'P-400', { message: 'No', ...over }))).toMatchObject(
        expected,
      );
    },
  );
});
