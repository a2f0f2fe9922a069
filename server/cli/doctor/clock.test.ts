import { describe, expect, it } from 'vitest';
import { checkClock, clockFetch } from './clock.ts';

const SAID = 'Sat, 21 Nov 2026 10:00:00 GMT';

/** @param times of request and answer by this machine's clock */
async function skew(date: string | null, ...times: [string, string]): Promise<number | null> {
  const left = times.map((time) => new Date(`2026-11-21T${time}Z`));
  const answer = new Response('', date === null ? {} : { headers: { date } });
  const { fetch, skewS } = clockFetch(
    async () => answer,
    () => left.shift() ?? new Date(Number.NaN),
  );
  expect(await fetch('https://gateway.example')).toBe(answer);
  return skewS();
}

describe('the clock', () => {
  it('is told from the Date of an answer, which is cut off to the second', async () => {
    expect(await skew(SAID, '10:00:00.900', '10:00:00.950')).toBe(0);
    expect(await skew(SAID, '10:01:31', '10:01:31')).toBe(90);
    expect(await skew(SAID, '09:58:30', '09:58:30')).toBe(-90);
  });

  it('is not wrong because the answer took long', async () => {
    expect(await skew(SAID, '09:59:00', '10:00:30')).toBe(0);
  });

  it('is not known without a Date that can be read', async () => {
    expect(await skew(null, '10:00:00', '10:00:00')).toBe(null);
    expect(await skew('yesterday', '10:00:00', '10:00:00')).toBe(null);
  });

  it.each([
    [0, 'ok', "agrees with the gateway's"],
    [30, 'ok', "30 s ahead of the gateway's"],
    [-30, 'ok', "30 s behind the gateway's"],
    [31, 'warn', "31 s ahead of the gateway's"],
    [-300, 'warn', "300 s behind the gateway's"],
    [301, 'fail', "301 s ahead of the gateway's"],
    [-301, 'fail', "301 s behind the gateway's"],
    [null, 'warn', 'not compared: the gateway sent no time'],
  ])('that is %s seconds ahead is %s', (seconds, status, message) => {
    expect(checkClock(seconds)).toMatchObject({ status, message });
  });
});
