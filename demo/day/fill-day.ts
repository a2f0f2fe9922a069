import { setTimeout } from 'node:timers/promises';
import { sandboxList, setGatewayBack } from '../shop/bank.ts';
import type { ShopOptions } from '../shop/options.ts';
import type { Orders } from '../shop/order.ts';
import { playStory } from './play-story.ts';
import { DAY } from './stories.ts';

/** The day's first order is so long ago, seconds. */
const DAY_S = 23 * 3_600;

/**
 * Plays a day of orders in some seconds, one after the other: for each, the clocks of shop, companion and gateway are set
 * back to its time.
 * @returns the number of orders
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

/** A webhook that came after the next order's time was set would make this order's payment look slow. */
async function untilWebhooksArrived({ sandbox }: ShopOptions): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const webhooks = await sandboxList<{ state: string }>(sandbox, 'webhooks');
    if (!webhooks.some(({ state }) => state === 'waiting')) return;
    await setTimeout(20);
  }
}
