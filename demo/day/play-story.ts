import { randomUUID } from 'node:crypto';
import { reportStatus, setFault } from '../shop/bank.ts';
import { readChoice } from '../shop/choice.ts';
import { kindOf } from '../shop/kinds.ts';
import type { Ask, ShopOptions } from '../shop/options.ts';
import { mintToken, newOrder, type Orders, tokenOrderId } from '../shop/order.ts';
import type { Story } from './stories.ts';

const VISA = '4242424242424242';
const SECOND_CARD_S = 40;
const AT_THE_BANK_S = 75;
const IN_THE_OFFICE_S = 20 * 60;

const CUSTOMERS = [
  { firstName: 'Olena', lastName: 'Shevchenko', email: 'olena@example.com', phone: '+380501234567' },
  { firstName: 'Taras', lastName: 'Bondar', email: 'taras@example.com', phone: '+380507654321' },
  { firstName: 'Mia', lastName: 'Schmidt', email: 'mia@example.com', phone: '+4915112345678' },
];

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
 * Has customer, bank and merchant act as the story says, each by the API that they really use.
 * @param later sets the clocks to so many seconds after the order
 * @throws Error if the companion refuses what the story does
 */
export async function playStory(
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
  const customer = CUSTOMERS[orders.size % CUSTOMERS.length];
  const pay = (number: string) => {
    const card = { number, expMonth: 12, expYear: 2034, cvv: number.startsWith('3') ? '1234' : '123' };
    return post(companion, 'payments', { card, customer, fingerprint: FINGERPRINT }, token);
  };

  if (story.isLeft) {
    const { email, phone } = customer ?? {};
    return post(companion, 'hosted', { customer: { email, phone } }, token);
  }
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
