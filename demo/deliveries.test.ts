import { expect, test } from 'vitest';
import { followDeliveries } from './deliveries.ts';

/** Follows answers, the last one again and again; counts how often it was asked. */
async function follow(...answers: (() => Promise<Response>)[]) {
  const shown: string[] = [];
  let asked = 0;
  await followDeliveries({
    ask() {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return answer?.() ?? Promise.reject(new Error('no answer'));
    },
    show: (status) => void shown.push(status),
    wait: () => Promise.resolve(),
  });
  return { shown, asked };
}

const reports =
  (...statuses: string[]) =>
  async () =>
    Response.json({ deliveries: statuses.map((status) => ({ status })) });
const isCut = () => Promise.reject(new TypeError('Failed to fetch'));
const isElsewhere = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });

test('what webhooks report is shown, until it is a success', async () => {
  const { shown, asked } = await follow(reports(), reports('pending'), reports('pending', 'success'));
  expect([shown, asked]).toEqual([['pending', 'success'], 3]);
});

test('a connection that is cut, or a proxy’s page, is followed by the next request', async () => {
  const { shown } = await follow(isCut, isElsewhere, async () => Response.json({}), reports('success'));
  expect(shown).toEqual(['success']);
});

test('the failure of an earlier attempt is not the end', async () => {
  const { shown } = await follow(reports('failure'), reports('failure', 'success'));
  expect(shown).toEqual(['failure', 'success']);
});

test('it ends by itself where nothing comes', async () => {
  expect(await follow(isCut)).toEqual({ shown: [], asked: 60 });
});
