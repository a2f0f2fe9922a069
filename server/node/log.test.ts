import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS, type LogEvent } from '../payments/log-events.ts';
import { readPage, rows } from '../tests/docs/testing/page.ts';
import { createLog } from './log.ts';

function logged(event: LogEvent, fields?: object, level = 'info'): string {
  let text = '';
  createLog(level, { write: (line) => void (text += line) })(event, fields);
  return text;
}

const FULL_DISK = '/dev/full';

it.skipIf(!existsSync(FULL_DISK))(
  'a log that cannot be written keeps no process from going on and ending',
  async () => {
    const program = `import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const log = createLog('info');
    log('payment.reported');
    setTimeout(() => { log('payment.reported'); process.exit(3); }, 100);`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { stdio: ['ignore', openSync(FULL_DISK, 'w'), 'ignore'] });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(3);
  },
  30_000,
);

describe('a line of the log', () => {
  it('is JSON with the event, its level, ISO time and a sentence', () => {
    const line = JSON.parse(logged('payment.reported', { orderId: 'order-1' }));
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      event: 'payment.reported',
      orderId: 'order-1',
      msg: 'payment reported',
    });
  });

  it('carries no field that is called as a secret, and nothing that could be a card number', () => {
    const line = logged('request.failed', {
      cvv: '123',
      headers: { authorization: 'Bearer abc' },
      tried: { token: 'abc' },
      reason: 'cannot read 4242 4242 4242 4242',
      path: '/pay/5454545454545454',
    });
    expect(line).not.toMatch(/"123"|abc|4242|5454/);
    expect(JSON.parse(line)).toMatchObject({ cvv: '[removed]', headers: { authorization: '[removed]' } });
    expect(JSON.parse(line)).toMatchObject({ tried: { token: '[removed]' } });
  });

  const ARABIC = '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢';
  const WIDE = '４２４２ ４２４２ ４２４２ ４２４２';
  const BETWEEN = [':', '|', '/', '\u200b', '\u2011', '\u3000', '\n', '\u0001', '"', ' - '];
  it.each([
    ...BETWEEN.map((between) => ['4242', '4242', '4242', '4242'].join(between)),
    '4|2|4|2|4|2|4|2|4|2|4|2|4|2|4|2',
    ARABIC,
    WIDE,
    `4242${ARABIC.slice(4)}`,
  ])('carries no card number, however it is written: %j', (number) => {
    const line = logged('request.failed', { orderId: 'order-1', reason: `cannot read ${number}` });
    expect(JSON.parse(line)).toMatchObject({ orderId: 'order-1', reason: 'cannot read [removed]' });
  });

  it.each<[string, unknown]>([
    ['a number', 4242424242424242],
    ['a list', [4242, 4242, 4242, 4242]],
  ])('that held a card number as %s is JSON, and only its event is left', (_what, number) => {
    const line = JSON.parse(logged('request.failed', { found: number }));
    expect(line).toEqual({
      level: 'error',
      time: expect.any(String),
      event: 'request.failed',
      msg: '[removed]',
    });
  });

  it('keeps ids, times and addresses', () => {
    const fields = {
      requestId: '12345678-1234-4123-8123-424242424242',
      paymentId: '4f0c1d2e-0000-4000-8000-000000000000',
      since: '2026-11-22T08:06:11.123Z',
      clientIp: '203.0.113.9',
      ms: 1_795_228,
      status: 200,
    };
    expect(JSON.parse(logged('request.answered', fields))).toMatchObject(fields);
  });

  it('is left out below the level, and none is written where the log is silent', () => {
    expect(logged('payment.reported', {}, 'warn')).toBe('');
    expect(logged('store.unwritable', {}, 'silent')).toBe('');
  });
});

describe('docs/logs.md', () => {
  const table = rows(readPage('docs/logs.md'));

  it('has every event, with its level and text', () => {
    const events = Object.entries(LOG_EVENTS).map(([event, [level, text]]) => [`\`${event}\``, level, text]);
    expect(table.map((cells) => cells.slice(0, 3))).toEqual(
      events.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  });

  it('says for every warning and error what to do', () => {
    const silent = table.filter(([, level, , advice = '']) => level !== 'info' && advice.length < 10);
    expect(silent).toEqual([]);
  });
});
