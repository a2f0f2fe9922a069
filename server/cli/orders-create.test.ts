import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { BASE, json, problem, ranIn, type TestOptions, testTerminal } from './testing/terminal.ts';

const MADE = { token: 'eyJhbGciOiJIUzI1NiJ9.e30.x', url: `${BASE}/order/l-1` };
const STATED = ['--id', 'A-1', '--amount', '24.50', '--currency', 'EUR', '--description', 'Clay mug'];

const ran = (argv: string[], options: TestOptions = {}) =>
  ranIn(['orders', 'create', ...argv], testTerminal({ replies: [json(MADE)], ...options }));

const at = useFolder();

function file(text: string): string {
  writeFileSync(at('order.json'), text);
  return at('order.json');
}

describe('a new order', () => {
  it('is sent as it is stated, and prints the address of its payment page and nothing else', async () => {
    const more = ['--method', 'auth', '--return-url', 'https://shop.example/thanks', '--expires-in', '3600'];
    const { code, out, err, sent } = await ran([...STATED, ...more]);
    expect([code, out, err]).toEqual([0, `${BASE}/order/l-1\n`, '']);
    expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/orders` }]);
    const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'Clay mug', method: 'auth' };
    expect(sent[0]?.body).toEqual({ ...order, returnUrl: 'https://shop.example/thanks', expiresIn: 3600 });
  });

  it('is read from a file, with the options on top', async () => {
    const path = file('{"id":"A-1","amount":"9.99","currency":"EUR","returnUrl":"https://shop.example/"}');
    const { sent } = await ran(['--file', path, '--amount', '10.00']);
    expect(sent[0]?.body).toEqual({
      id: 'A-1',
      amount: '10.00',
      currency: 'EUR',
      returnUrl: 'https://shop.example/',
    });
  });

  it('is read from standard input', async () => {
    const { sent } = await ran(['--file', '-'], { stdin: '{"id":"A-2"}' });
    expect(sent[0]?.body).toEqual({ id: 'A-2' });
  });

  it('comes with its token as data', async () => {
    expect((await ran([...STATED, '--json'])).out).toBe(`${JSON.stringify(MADE)}\n`);
  });

  it.each(['{"id": "s3cret"', '["s3cret"]', 'null'])(
    'is no order in a file that holds %j, which is not quoted',
    async (text) => {
      const { code, err, sent } = await ran(['--file', file(text)]);
      expect([code, sent]).toEqual([2, []]);
      expect(err).toContain('--file must contain one order as a JSON object.');
      expect(err).not.toContain('s3cret');
    },
  );

  it('says why a file cannot be read', async () => {
    expect((await ran(['--file', at('none.json')])).err).toContain('--file cannot be read (ENOENT).');
    expect((await ran(['--file', at()])).err).toContain('--file cannot be read (EISDIR).');
  });

  it('that is refused names options, and fields of the file as the API does', async () => {
    const errors = [
      { path: 'amount', code: 'too-many-decimals' },
      { path: 'expiresIn', code: 'too-small' },
      { path: 'customer.email', code: 'invalid' },
    ];
    const { code, err } = await ran(STATED, { replies: [problem(422, 'invalid-input', { errors })] });
    expect(code).toBe(1);
    expect(err).toContain(
      '\n  --amount: too-many-decimals. This currency has fewer decimals.\n  --expires-in: too-small\n  customer.email: invalid\n',
    );
  });
});
