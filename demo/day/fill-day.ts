import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CUSTOMERS } from '../customers.ts';
import { reportStatus, sandboxList, setFault, setGatewayBack } from '../shop/sandbox.ts';
import { readChoice } from '../shop/choice.ts';
import { kindOf } from '../shop/kinds.ts';
import type { Ask, ShopOptions } from '../shop/options.ts';
import { mintToken, newOrder, type Orders, tokenOrderId } from '../shop/order.ts';
import { DAY, type Story } from './stories.ts';

/** The day's first order is so long ago, seconds. */
const DAY_S = 23 * 3_600;
const SECOND_CARD_S = 40;
const AT_THE_BANK_S = 75;
const IN_THE_OFFICE_S = 20 * 60;
const VISA = '4242424242424242';
const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '900',
  browserScreenWidth: '1440',
  browserJavaEnabled: 'false',
  browserLanguage: 'en',
  browserTimeZone: 'UTC',
  browserTimeZoneOffset: '0',
  browserUserAgent: 'demo',
};

/**
 * Plays a day of orders in some seconds, one after the other: for each, the clocks of shop, companion and gateway are set
 * back to its time.
 * @returns the number of orders
 * @throws Error if the companion refuses what a story does
 */
export async function fillDay(options: ShopOptions, orders: Orders): Promise<number> {
  const setBack = async (seconds: number) => {
    options.clock.setBack(seconds);
    await setGatewayBack(options.sandbox, seconds);
  };
  try {
    for (const [index, story] of DAY.entries()) {
      const agoS = Math.round(DAY_S * (1 - index / DAY.length));
      await setBack(agoS);
      await playStory(options, orders, story, (seconds) => setBack(agoS - seconds));
      await untilWebhooksArrived(options);
    }
  } finally {
    await setBack(0);
  }
  return DAY.length;
}

/**
 * Has customer, bank and merchant act as the story says, each by the API that they really use.
 * @param later sets the clocks to so many seconds after the order
 */
async function playStory(
  options: ShopOptions,
  orders: Orders,
  story: Story,
  later: (seconds: number) => Promise<void>,
): Promise<void> {
  const { sandbox, merchantApi } = options;
  const order = newOrder(story.items);
  orders.set(order.id, order);
  const choice = { ...readChoice(() => undefined), kind: kindOf(story.kind) };
  const token = await mintToken(options, order, choice);
  const companion: Ask = (path, init) => fetch(`${options.companion}/${path}`, init);
  const { id: _, ...customer } = CUSTOMERS[orders.size % CUSTOMERS.length] ?? {};
  const pay = (number: string) => {
    const card = { number, expMonth: 12, expYear: 2034, cvv: number.startsWith('3') ? '1234' : '123' };
    return post(companion, 'payments', { card, customer, fingerprint: FINGERPRINT }, token);
  };

  if (story.isLeft) return post(companion, 'hosted', { customer }, token);
  if (story.fault) await setFault(sandbox, story.fault);
  if (story.declined) {
    await pay(story.declined);
    await later(SECOND_CARD_S);
  }
  await pay(story.card ?? VISA);
  if (story.report) {
    await later(AT_THE_BANK_S);
    await reportStatus(sandbox, order.id, story.report.was, story.report.status);
  }
  if (story.operation) {
    const { method, ...body } = story.operation;
    await later(IN_THE_OFFICE_S);
    await post(merchantApi, `orders/${tokenOrderId(order, choice)}/${method}`, body);
  }
}

async function post(ask: Ask, path: string, body: object, token?: string): Promise<void> {
  const answer = await ask(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

/** A webhook that comes later would bear the next order's time, and take the fault that is meant for that. */
async function untilWebhooksArrived({ sandbox }: ShopOptions): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const webhooks = await sandboxList<{ state: string }>(sandbox, 'webhooks');
    if (!webhooks.some(({ state }) => state === 'waiting')) return;
    await setTimeout(20);
  }
}
