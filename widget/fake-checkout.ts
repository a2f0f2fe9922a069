import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { CARD } from '../server/contract/test-fixtures.ts';
import { type Api, ApiError } from './api.ts';
import { Checkout } from './checkout.ts';
import { session } from './fake-companion.ts';
import { fingerprint } from './fingerprint.ts';
import { type PayProblem, widgetProblem } from './problem.ts';

/** A checkout without browser and network, for its tests. */

/** The card that the form's test harness types. */
export const card = { ...CARD, expMonth: 1, expYear: 2040, cvv: '123' };
export const toBank = { action: { url: 'https://bank.example/3ds' } };
export const offer = { mode: 'hosted', status: 'init', ...toBank } as const;

export function refusal(status: number, code: PayProblem['code']): ApiError {
  return new ApiError({ ...widgetProblem('no-answer', ''), status, code });
}
export const lost = () => new ApiError(widgetProblem('no-answer', ''));

/**
 * A checkout over a fake API that answers from lists, in turn. The last answer repeats, except that `news` never answers
 * after its last; an empty list never answers.
 */
function open(answers: {
  session?: (SessionView | Error)[];
  pay?: (PaymentView | Error)[];
  hosted?: (PaymentView | Error)[];
  news?: (PaymentView | Error)[];
}) {
  const seen = { keys: [] as string[], since: [] as string[], sessions: 0, pauses: [] as number[] };
  const told = { events: [] as string[], phases: [] as string[], left: [] as string[], stay: false };
  const next = <T>(list: (T | Error)[] | undefined): Promise<T> => {
    const answer = list && list.length > 1 ? list.shift() : list?.[0];
    if (answer instanceof Error) return Promise.reject(answer);
    return answer ? Promise.resolve(answer) : new Promise(() => {});
  };
  const api: Api = {
    session: () => {
      seen.sessions += 1;
      return next(answers.session ?? [session()]);
    },
    pay: (_body, key) => {
      seen.keys.push(key);
      return next(answers.pay);
    },
    hosted: async () => ({ payment: await next(answers.hosted), location: toBank.action.url }),
    news: (_id, since) => {
      seen.since.push(since);
      const news = answers.news?.shift();
      return next(news && [news]);
    },
    returnUrl: (id) => `/pay/return/${id}`,
  };
  const online = { is: Promise.resolve(), back: () => {} };
  let keys = 0;
  const checkout = new Checkout(
    {
      navigate: (url) => void told.left.push(url),
      newKey: () => `key-${(keys += 1)}`,
      fingerprint,
      pause: (ms) => {
        seen.pauses.push(ms);
        return online.is;
      },
      online: () => online.is,
    },
    {
      changed: ({ phase }) => void told.phases.push(phase),
      ready: () => {
        told.events.push('ready');
        return null;
      },
      action: (url) => {
        told.events.push(`action ${url}`);
        return !told.stay;
      },
      result: ({ status }) => {
        told.events.push(`result ${status}`);
        return !told.stay;
      },
      error: ({ code }) => void told.events.push(`error ${code}`),
    },
  );
  return { checkout, api, seen, told, online };
}

/** Waits until everything that is due has run. */
export const settle = () => new Promise<void>((done) => setTimeout(done));

export async function loaded(answers: Parameters<typeof open>[0]) {
  const opened = open(answers);
  void opened.checkout.load(opened.api);
  await settle();
  return opened;
}
