import { describe, expect, it } from 'vitest';
import { LOG_EVENTS, type LogEvent } from './contract/log-events.ts';
import { createLog } from './log.ts';

function logged(event: LogEvent, fields?: object, level = 'info'): string {
  let text = '';
  createLog(level, { write: (line) => void (text += line) })(event, fields);
  return text;
}

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
      tried: [{ answer: { token: 'abc' }, toJSON: true }],
      reason: 'cannot read 4242 4242 4242 4242',
      path: '/pay/5454545454545454',
    });
    expect(line).not.toMatch(/"123"|abc|4242|5454/);
    expect(JSON.parse(line)).toMatchObject({ cvv: '[removed]', headers: { authorization: '[removed]' } });
    expect(JSON.parse(line)).toMatchObject({ tried: [{ answer: { token: '[removed]' } }] });
  });

  it('is written even where a field holds itself', () => {
    const self: Record<string, unknown> = { orderId: 'order-1' };
    self['self'] = self;
    expect(JSON.parse(logged('request.failed', { self }))).toMatchObject({ self: { orderId: 'order-1' } });
  });

  it('is left out below the level, and none is written where the log is silent', () => {
    expect(logged('payment.reported', {}, 'warn')).toBe('');
    expect(logged('store.unwritable', {}, 'silent')).toBe('');
  });
});

it('every event stands in the docs', async () => {
  const rows = Object.entries(LOG_EVENTS).map(
    ([event, [level, text]]) => `| \`${event}\` | ${level} | ${text} |`,
  );
  const table = ['| event | level | `msg` |', '|---|---|---|', ...rows.sort()].join('\n');
  // Written anew by `npx vitest run --project unit server/log.test.ts -u`.
  await expect(`${INTRODUCTION}\n\n${table}\n`).toMatchFileSnapshot('../docs/logs.md');
});

const INTRODUCTION = `# The companion's log

The companion writes one line of JSON to stdout per event: \`level\`, \`time\` (ISO 8601, UTC), \`event\` (a stable name, for filters
and alerts), context (\`orderId\`, \`requestId\`, \`reason\` …) and \`msg\`. \`LOG_LEVEL\` sets the lowest level that is logged. Card numbers,
CVVs, tokens and keys are not logged; if one does get into a line, it is removed. Alert on \`error\`: somebody has to look soon.

This table is generated from the code.`;
