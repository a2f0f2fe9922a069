import type { Message, OperationView, OrderView, PaymentView } from './views.ts';

/**
 * Faults in the merchant's messages about one order: every payment and operation must be reported at least once, in order,
 * and the last message about it must be true.
 * @param messages in the order of arrival, copies included
 */
export function auditMessages(view: OrderView | null, messages: readonly Message[]): string[] {
  return [...outOfOrder(messages), ...lastOnes(view, firstArrivals(messages)), ...strange(view, messages)];
}

function firstArrivals(messages: readonly Message[]): Message[] {
  return messages.filter(({ id }, index) => messages.findIndex((other) => other.id === id) === index);
}

/** A message is posted until it is accepted, and only then the next one: a copy follows its original. */
function outOfOrder(messages: readonly Message[]): string[] {
  const late = messages.filter(({ id }, index) => {
    const before = messages.slice(0, index).map((one) => one.id);
    return before.includes(id) && before.at(-1) !== id;
  });
  const first = firstArrivals(messages);
  const older = first.filter(({ timestamp }, index) => timestamp < (first[index - 1]?.timestamp ?? ''));
  return [
    ...late.map(({ id }) => `message ${id} came again after a newer one`),
    ...older.map(({ id }) => `message ${id} is older than the one before it`),
  ];
}

type Shown = PaymentView | OperationView;

function lastOnes(view: OrderView | null, messages: readonly Message[]): string[] {
  const all: Shown[] = [...(view?.payments ?? []), ...(view?.operations ?? [])];
  return all.flatMap((one) => {
    const last = messages.findLast(({ data }) => data.id === one.id);
    if (!last) return [`no message about ${one.method} ${one.id}`];
    return isSame(last.data, one)
      ? []
      : [`the last message about ${one.id} says ${last.data.status}, not ${one.status}`];
  });
}

const isSame = (told: Shown, true_: Shown): boolean =>
  told.status === true_.status && told.amount === true_.amount && told.method === true_.method;

/** An operation that was taken for an external one may turn out to be ours, under another id; a payment may not. */
function strange(view: OrderView | null, messages: readonly Message[]): string[] {
  const known = view?.payments.map(({ id }) => id) ?? [];
  return messages
    .filter(({ type, data }) => type === 'payment.updated' && !known.includes(data.id))
    .map(({ id }) => `message ${id} is about an unknown payment`);
}
