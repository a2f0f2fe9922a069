import { type Check, fail, ok, warn } from './check.ts';

const WARN_S = 30;
const FAIL_S = 300;

/** A fetch that records the difference between this machine's clock and the server's. */
export function clockFetch(fetch: typeof globalThis.fetch, now: () => Date) {
  let skewS: number | null = null;
  const timed: typeof globalThis.fetch = async (input, init) => {
    const asked = now();
    const response = await fetch(input, init);
    skewS = skewOf(response.headers.get('date'), asked, now()) ?? skewS;
    return response;
  };
  return { fetch: timed, skewS: () => skewS };
}

/**
 * The least number of seconds by which this machine is ahead: the gateway's time is between request and answer, to the
 * second.
 */
function skewOf(date: string | null, asked: Date, answered: Date): number | null {
  const said = Date.parse(date ?? '');
  if (Number.isNaN(said)) return null;
  const ahead = Math.max(0, asked.getTime() - (said + 1000));
  const behind = Math.max(0, said - answered.getTime());
  return Math.round((ahead - behind) / 1000);
}

/** @param skewS seconds by which this machine is ahead of the gateway, or null if the gateway sent no time */
export function checkClock(skewS: number | null): Check {
  if (skewS === null) {
    return warn('clock', 'not compared: the gateway sent no time', 'Use NTP to keep the clock correct.');
  }
  if (skewS === 0) return ok('clock', "agrees with the gateway's");
  const apart = `${Math.abs(skewS)} s ${skewS < 0 ? 'behind' : 'ahead of'} the gateway's`;
  if (Math.abs(skewS) <= WARN_S) return ok('clock', apart);
  const advice =
    'Use NTP to set the clock: it decides when order tokens expire, and webhook receivers check it.';
  return Math.abs(skewS) <= FAIL_S ? warn('clock', apart, advice) : fail('clock', apart, advice);
}
