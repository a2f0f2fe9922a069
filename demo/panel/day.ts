import type { DayOrder, DayWays } from './day-ways.ts';

/** An order of a day, from its first page to its end. */
type Story = (ways: DayWays) => Promise<unknown>;
type Things = Record<string, string>;

const VISA = '4242424242424242';
const AMEX = '378282246310005';
const ASKED_FOR = '5454545454545454';
const SLOW = '4000000000000119';
const REJECTED = '4000000000000002';
const SHORT_OF_MONEY = '4000000000009995';
const EXPIRED = '4000000000000069';

/**
 * A shop's day: orders that were paid, declined, confirmed by 3-D Secure, left, captured, voided and refunded, one that was
 * charged twice, and one with a report over another amount.
 */
export const DAY: readonly Story[] = [
  paid({ tea: '1', mug: '2' }),
  confirmed({ blanket: '1' }),
  paid({ kettle: '1' }),
  declined({ candle: '3' }, SHORT_OF_MONEY),
  paid({ socks: '3' }, AMEX),
  paidAtLast({ mug: '4' }, SHORT_OF_MONEY),
  refunded({ candle: '2' }),
  left({ blanket: '1', tea: '2' }),
  captured({ kettle: '1', tea: '1' }),
  paid({ tea: '5' }),
  refunded({ blanket: '1' }, '20.00'),
  split({ mug: '6' }),
  declined({ socks: '1' }, REJECTED),
  captured({ blanket: '2' }, '89.00'),
  paid({ candle: '4', socks: '2' }, SLOW),
  voided({ kettle: '1' }),
  rejected({ mug: '2', candle: '1' }),
  paid({ socks: '1', tea: '1' }),
  authorized({ kettle: '2' }),
  declined({ tea: '2' }, EXPIRED),
  split({ blanket: '1', mug: '2' }),
  unconfirmed({ kettle: '1', mug: '1' }),
  chargedTwice({ candle: '6' }),
  overAnotherAmount({ blanket: '1', socks: '2' }),
  paid({ tea: '3', candle: '1' }),
];

/**
 * Plays a day's orders, one after the other.
 * @param tell is told how many are done
 */
export async function fillDay(ways: DayWays, tell: (done: number) => void): Promise<void> {
  for (const [index, story] of DAY.entries()) {
    tell(index);
    await story(ways);
  }
}

function paid(things: Things, card = VISA, kind = ''): (ways: DayWays) => Promise<DayOrder> {
  return async (ways) => {
    const order = await ways.order(things, kind);
    await ways.pay(order, card);
    return order;
  };
}

/** The card decides how it ends. */
function declined(things: Things, card: string): Story {
  return paid(things, card);
}

function split(things: Things): Story {
  return paid(things, VISA, 'split');
}

function authorized(things: Things): ReturnType<typeof paid> {
  return paid(things, VISA, 'auth');
}

/** @param amount default: all of it */
function captured(things: Things, amount?: string): Story {
  return async (ways) => ways.operate(await authorized(things)(ways), 'capture', amount);
}

function voided(things: Things): Story {
  return async (ways) => ways.operate(await authorized(things)(ways), 'void');
}

/** @param amount default: all of it */
function refunded(things: Things, amount?: string): Story {
  return async (ways) => ways.operate(await paid(things)(ways), 'refund', amount);
}

function unconfirmed(things: Things): ReturnType<typeof paid> {
  return paid(things, ASKED_FOR);
}

function confirmed(things: Things): Story {
  return async (ways) => ways.report(await unconfirmed(things)(ways), 'pending', 'success');
}

function rejected(things: Things): Story {
  return async (ways) => ways.report(await unconfirmed(things)(ways), 'pending', 'failure');
}

function left(things: Things): Story {
  return async (ways) => ways.leaveHosted(await ways.order(things));
}

function paidAtLast(things: Things, card: string): ReturnType<typeof paid> {
  return async (ways) => {
    const order = await paid(things, card)(ways);
    await ways.pay(order, VISA);
    return order;
  };
}

/** The gateway reports a charge that it had declined, after another card has paid. */
function chargedTwice(things: Things): Story {
  return async (ways) => ways.report(await paidAtLast(things, REJECTED)(ways), 'failure', 'success');
}

function overAnotherAmount(things: Things): Story {
  return async (ways) => {
    await ways.setFault('wrong-amount');
    await paid(things)(ways);
  };
}
