import type { DayActions, DayOrder } from './day-actions.ts';

/** An order of a day, from its first page to its end. */
type Story = (day: DayActions) => Promise<unknown>;
type Items = Record<string, string>;

const VISA = '4242424242424242';
const AMEX = '378282246310005';
const ASKED_FOR = '5454545454545454';
const REJECTED = '4000000000000002';
const SHORT_OF_MONEY = '4000000000009995';
const EXPIRED = '4000000000000069';
const AT_THE_BANK_S = 60;
const IN_THE_OFFICE_S = 20 * 60;

/**
 * A shop's day: about nine in ten payments are approved; orders are captured, voided, refunded and split, one is charged
 * twice, and one has a report over another amount.
 */
export const DAY: readonly Story[] = [
  paid({ tea: '1', mug: '2' }),
  confirmed({ blanket: '1' }),
  paid({ kettle: '1' }),
  paid({ candle: '3' }),
  paidAtLast({ mug: '4' }, SHORT_OF_MONEY),
  paid({ socks: '3' }, AMEX),
  refunded({ candle: '2' }),
  paid({ mug: '1', tea: '1' }),
  left({ blanket: '1', tea: '2' }),
  captured({ kettle: '1', tea: '1' }),
  paid({ tea: '5' }),
  confirmed({ mug: '3' }),
  refunded({ blanket: '1' }, '20.00'),
  split({ mug: '6' }),
  paid({ socks: '1' }),
  captured({ blanket: '2' }, '89.00'),
  paid({ candle: '4', socks: '2' }),
  voided({ kettle: '1' }),
  paid({ candle: '1' }, AMEX),
  rejected({ mug: '2', candle: '1' }),
  paid({ socks: '1', tea: '1' }),
  confirmed({ kettle: '1', candle: '2' }),
  authorized({ kettle: '2' }),
  paid({ tea: '2' }),
  paid({ mug: '2' }),
  split({ blanket: '1', mug: '2' }),
  paid({ blanket: '1' }),
  declined({ socks: '2' }, EXPIRED),
  paid({ tea: '4', socks: '1' }),
  chargedTwice({ candle: '6' }),
  paid({ kettle: '1', tea: '2' }, AMEX),
  confirmed({ blanket: '1', candle: '1' }),
  paid({ mug: '1' }),
  overAnotherAmount({ blanket: '1', socks: '2' }),
  paid({ candle: '2', tea: '1' }),
  authorized({ blanket: '2', mug: '1' }),
  paid({ socks: '4' }),
  unconfirmed({ kettle: '1', mug: '1' }),
  paid({ tea: '3', candle: '1' }),
  paid({ mug: '2', socks: '1' }),
];

/** The card decides how it ends. */
function paid(items: Items, card = VISA, kind = ''): (day: DayActions) => Promise<DayOrder> {
  return async (day) => {
    const order = await day.order(items, kind);
    await day.pay(order, card);
    return order;
  };
}

function declined(items: Items, card: string): Story {
  return paid(items, card);
}

function split(items: Items): Story {
  return paid(items, VISA, 'split');
}

function authorized(items: Items): ReturnType<typeof paid> {
  return paid(items, VISA, 'auth');
}

/** @param amount default: all of it */
function captured(items: Items, amount?: string): Story {
  return operated(authorized(items), 'capture', amount);
}

function voided(items: Items): Story {
  return operated(authorized(items), 'void');
}

/** @param amount default: all of it */
function refunded(items: Items, amount?: string): Story {
  return operated(paid(items), 'refund', amount);
}

function operated(
  first: ReturnType<typeof paid>,
  method: 'capture' | 'void' | 'refund',
  amount?: string,
): Story {
  return async (day) => {
    const order = await first(day);
    await day.later(IN_THE_OFFICE_S);
    await day.operate(order, method, amount);
  };
}

function unconfirmed(items: Items): ReturnType<typeof paid> {
  return paid(items, ASKED_FOR);
}

function confirmed(items: Items): Story {
  return answeredByBank(items, 'success');
}

function rejected(items: Items): Story {
  return answeredByBank(items, 'failure');
}

function answeredByBank(items: Items, status: string): Story {
  return async (day) => {
    const order = await unconfirmed(items)(day);
    await day.later(AT_THE_BANK_S);
    await day.report(order, 'pending', status);
  };
}

function left(items: Items): Story {
  return async (day) => day.leaveHosted(await day.order(items));
}

function paidAtLast(items: Items, card: string): ReturnType<typeof paid> {
  return async (day) => {
    const order = await paid(items, card)(day);
    await day.later(AT_THE_BANK_S);
    await day.pay(order, VISA);
    return order;
  };
}

/** The gateway reports a charge that it had declined, after another card has paid. */
function chargedTwice(items: Items): Story {
  return async (day) => day.report(await paidAtLast(items, REJECTED)(day), 'failure', 'success');
}

function overAnotherAmount(items: Items): Story {
  return async (day) => {
    await day.setFault('wrong-amount');
    await paid(items)(day);
  };
}
