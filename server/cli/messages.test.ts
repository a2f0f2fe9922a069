import { describe, expect, it } from 'vitest';
import { MESSAGE } from './testing/views.ts';
import { BASE, failure, json, type Reply, ran as ranAll } from './testing/terminal.ts';

const ran = (argv: string[], ...replies: Reply[]) => ranAll(['messages', ...argv], ...replies);

const page = (data: object[], nextCursor: string | null = null) => json({ data, nextCursor });

describe('messages', () => {
  it('shows why a delivery failed', async () => {
    const { code, out, err, sent } = await ran(['--state', 'failed'], page([MESSAGE]));
    expect([code, err]).toEqual([0, '']);
    expect(sent).toMatchObject([{ method: 'GET', url: `${BASE}/api/messages?state=failed` }]);
    expect(
      out,
    ).toBe(`CREATED               ORDER   TYPE             STATE   FAILED  MESSAGE                                   LAST ERROR
2026-11-21T09:00:02Z  A-1001  payment.updated  failed       3  msg_0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b  HTTP 500
`);
  });

  it('says so where there are none, and how to go on where there are more', async () => {
    expect(await ran([], page([]))).toMatchObject({ code: 0, out: '', err: 'No messages found.\n' });
    expect((await ran([], page([MESSAGE], 'c1'))).err).toBe('More results: --cursor c1, or --all\n');
  });
});

describe('messages send', () => {
  const argv = ['send', MESSAGE.id];

  it('shows the message that is sent again', async () => {
    const { code, out, sent } = await ran(argv, json({ ...MESSAGE, state: 'waiting', lastError: null }));
    expect(code).toBe(0);
    const url = `${BASE}/api/messages/${MESSAGE.id}/send`;
    expect(sent).toMatchObject([{ method: 'POST', url, body: '' }]);
    expect(out).toBe(`payment.updated of order A-1001: waiting
  message            msg_0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b
  created            2026-11-21T09:00:02Z
  failed deliveries  3
`);
  });

  it('whose answer gets lost may be repeated', async () => {
    const { code, err } = await ran(argv, failure('ECONNRESET'));
    expect([code, err]).toEqual([3, expect.stringContaining('your server recognizes the message by its id')]);
  });
});
