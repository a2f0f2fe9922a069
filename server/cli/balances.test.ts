import { describe, expect, it } from 'vitest';
import { BASE, json, problem, type Reply, ran as ranAll } from './testing/terminal.ts';

const MAIN = {
  id: 'a-1',
  name: 'Main',
  currency: 'UAH',
  balances: { available: '1000.50', rollingReserve: '-1.00' },
};
const OTHER = { ...MAIN, id: 'a-2', name: 'Other', balances: { available: null, rollingReserve: null } };
const TERMINAL = { id: 't-1', name: 'Cards', currency: 'UAH', balances: { available: '10.50' } };

async function ran(argv: string[], ...replies: Reply[]) {
  const { code, out, err, sent } = await ranAll(['balances', ...argv], ...replies);
  return { code, out, err, urls: sent.map(({ url }) => url) };
}

describe('balances', () => {
  it.each([[[]], [['accounts']]])('of accounts %j are a table', async (argv) => {
    const { code, out, urls } = await ran(argv, json({ data: [MAIN, OTHER], nextCursor: null }));
    expect([code, urls]).toEqual([0, [`${BASE}/api/balances/accounts`]]);
    expect(out).toBe(`ACCOUNT  NAME      AVAILABLE  ROLLING RESERVE  CURRENCY
a-1      Main        1000.50            -1.00  UAH
a-2      Other  not reported     not reported  UAH
`);
  });

  it('of one account', async () => {
    const { out, urls } = await ran(['accounts', 'a-1'], json(MAIN));
    expect(urls).toEqual([`${BASE}/api/balances/accounts/a-1`]);
    expect(out.split('\n')[1]).toBe('a-1      Main    1000.50            -1.00  UAH');
  });

  it('of terminals, with those whose balance is not available', async () => {
    const failed = [{ id: 't-2', message: 'The terminal is down' }];
    const { code, out, urls } = await ran(
      ['terminals'],
      json({ data: [TERMINAL], nextCursor: null, failed }),
    );
    expect([code, urls]).toEqual([0, [`${BASE}/api/balances/terminals`]]);
    expect(out).toBe(`TERMINAL  NAME   AVAILABLE  CURRENCY
t-1       Cards      10.50  UAH

Balance not available
TERMINAL  MESSAGE
t-2       The terminal is down
`);
  });

  it('of one terminal', async () => {
    const { out, urls } = await ran(['terminals', 't-1'], json(TERMINAL));
    expect(urls).toEqual([`${BASE}/api/balances/terminals/t-1`]);
    expect(out).toContain('t-1       Cards      10.50  UAH\n');
  });

  it('are data with --json', async () => {
    expect((await ran(['--json'], json({ data: [MAIN], nextCursor: null }))).out).toBe(
      `${JSON.stringify({ data: [MAIN], nextCursor: null })}\n`,
    );
  });

  it.each([['cards'], ['accounts', 'a', 'b']])('refuse %s %s', async (...argv) => {
    expect(await ran(argv)).toMatchObject({ code: 2, urls: [] });
  });

  it('of an account that is not there are a problem', async () => {
    const errors = [{ path: 'id', code: 'invalid' }];
    const { code, err } = await ran(['accounts', 'x'], problem(422, 'invalid-input', { errors }));
    expect([code, err]).toEqual([1, expect.stringContaining('  [id]: invalid\n')]);
  });
});
