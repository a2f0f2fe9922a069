import { describe, expect, it } from 'vitest';
import { problemOf, sign, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

describe('the log', () => {
  const lines = () =>
    companion.deps.lines.filter(({ event }) => event === 'request.answered').map((line) => line.fields);

  it('has one line a request', async () => {
    const answer = await companion.pay({ headers: { 'x-request-id': 'abc' } });
    expect(answer.status).toBe(200);
    expect(lines()).toEqual([
      { requestId: 'abc', method: 'POST', path: '/pay/payments', status: 200, ms: 0 },
    ]);
  });

  it('says why a request was refused', async () => {
    await companion.ask('/session', { token: 'nonsense' });
    expect(lines()).toMatchObject([{ status: 401, code: 'order-token-invalid' }]);
  });

  it('names what is wrong with a signed token, and never its value', async () => {
    const wrong = { amount: 10.1, return_url: 'https://secret.example', customer: { email: 'secret' } };
    await companion.ask('/session', { token: await companion.token(wrong) });
    const [line] = companion.deps.lines.filter(({ level }) => level === 'warn');
    expect(line).toMatchObject({
      event: 'token.invalid',
      fields: {
        errors: expect.arrayContaining([
          { path: 'order.amount', code: 'wrong-type' },
          { path: 'order.return_url', code: 'unknown-field' },
        ]) as unknown,
      },
    });
    expect(JSON.stringify(companion.deps.lines)).not.toMatch(/secret|10\.1/);
  });

  it('names the same mistake in signed tokens once, however often they come', async () => {
    const token = await companion.token({ amount: 10.1 });
    for (let times = 0; times < 5; times += 1) await companion.ask('/session', { token });
    await companion.ask('/session', { token: await companion.token({ currency: 'x' }) });
    const warnings = companion.deps.lines.filter(({ event }) => event === 'token.invalid');
    expect(warnings).toMatchObject([
      { fields: { errors: [{ path: 'order.amount' }] } },
      { fields: { errors: [{ path: 'order.currency' }] } },
    ]);
  });

  it('has no warning of a token that anybody may have written', async () => {
    await companion.ask('/session', { token: await sign(companion.deps, { order: {} }, 'x'.repeat(32)) });
    expect(companion.deps.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('keeps the id of a payment, and nothing that is not ours', async () => {
    const id = crypto.randomUUID();
    const token = await companion.token();
    const paths = {
      [`/payments/${id}?wait=1&token=${token}`]: `/pay/payments/${id}`,
      '/order/aGFyZC10by1ndWVzcw': '/pay/order/-',
      '/payments/4242424242424242': '(other)',
      '/4242/4242/4242/4242': '(other)',
      '/payments/4242%204242%204242%204242': '(other)',
      [`/session/${token}`]: '(other)',
      '/%0aforged': '(other)',
    };
    for (const path of Object.keys(paths)) await companion.ask(path);
    expect(lines()).toMatchObject(Object.values(paths).map((path) => ({ path })));
    expect(JSON.stringify(companion.deps.lines)).not.toContain(token.slice(0, 20));
  });

  it('tells where something unexpected happened, without its message', async () => {
    companion.deps.store.read = () => Promise.reject(new RangeError('about 4242424242424242'));
    const answer = await companion.ask('/session', { token: await companion.token() });
    expect(await problemOf(answer)).toMatchObject({
      status: 500,
      code: 'internal-error',
      detail: 'Internal error',
    });
    const [line] = companion.deps.lines.filter((one) => one.level === 'error');
    expect(line?.fields).toMatchObject({ error: 'RangeError', stack: expect.stringContaining('at ') });
    expect(JSON.stringify(companion.deps.lines)).not.toContain('4242424242424242');
  });
});

it.each([
  ['abc-123_=', true],
  ['12345678-1234-4123-8123-424242424242', true],
  ['4242424242424242', false],
  ['4242_4242-4242_4242', false],
  ['x'.repeat(65), false],
  ['two words', false],
  ['<b>', false],
  ['', false],
])('the id %j that a proxy gave the request is kept: %s; otherwise it gets a new one', async (id, isKept) => {
  const answer = await companion.ask('/session', { headers: { 'x-request-id': id } });
  const { requestId } = await problemOf(answer);
  if (isKept) expect(requestId).toBe(id);
  else expect(requestId).toMatch(/^[\da-f]{8}-/);
});
