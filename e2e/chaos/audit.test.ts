import { describe, expect, it } from 'vitest';
import type { SandboxPayment } from '../support/sandbox-control.ts';
import { auditOrder, type Evidence } from './audit.ts';
import type { Message, OperationView, OrderEvent, OrderView, PaymentView, ReviewItem } from './views.ts';

/** Made-up books: a checker that cannot fail is a defect. */

const AT = '2026-06-15T12:00:00.000Z';

function charged(over: Partial<SandboxPayment> = {}): SandboxPayment {
  return {
    orderId: 'A-1',
    transactionId: 't-1',
    mode: 'direct',
    method: 'purchase',
    status: 'success',
    statusCode: '1000',
    amount: '100.00',
    ordered: '100.00',
    declines: [],
    operations: [],
    ...over,
  };
}

function payment(over: Partial<PaymentView> = {}): PaymentView {
  return {
    id: 'p-1',
    orderId: 'A-1',
    mode: 'direct',
    method: 'purchase',
    status: 'success',
    amount: '100.00',
    currency: 'UAH',
    action: null,
    canRetry: false,
    updatedAt: AT,
    ...over,
  };
}

const refund = (over: Partial<OperationView> = {}): OperationView => ({
  id: 'o-1',
  orderId: 'A-1',
  paymentId: 'p-1',
  method: 'refund',
  amount: '1.01',
  status: 'success',
  comment: 'refund 1.01',
  updatedAt: AT,
  ...over,
});

const refunded = {
  transactionId: 't-2',
  method: 'refund',
  amount: '1.01',
  comment: 'refund 1.01',
  status: 'success',
  statusCode: '1004',
};

function viewOf(payments: PaymentView[], operations: OperationView[] = []): OrderView {
  return {
    order: { id: 'A-1', amount: '100.00', currency: 'UAH', method: 'purchase' },
    allowed: { capture: null, void: false, refund: null, cancel: false },
    payments,
    operations,
    review: [],
    events: [],
  };
}

const event = (over: Partial<OrderEvent>): OrderEvent => ({
  type: 'report',
  paymentId: 'p-1',
  operationId: null,
  transactionId: null,
  result: null,
  comment: null,
  ...over,
});

const about = (data: PaymentView | OperationView, id: string, timestamp = AT): Message => ({
  id,
  type: 'mode' in data ? 'payment.updated' : 'operation.updated',
  timestamp,
  data,
});

/** What stands in the view is told of in messages, unless these are given. */
function faults(evidence: Partial<Evidence>): string[] {
  const view = evidence.view === undefined ? viewOf([payment()]) : evidence.view;
  const shown = view ? [...view.payments, ...view.operations] : [];
  const messages = shown.map((one, index) => about(one, `m-${index}`));
  const none = { strangers: [], told: [], once: [], reviewed: null };
  const whole = { orderId: 'A-1', ledger: [charged()], messages, ...none, ...evidence, view };
  return auditOrder(whole).map(({ fault }) => fault);
}

describe('the audit', () => {
  it('finds nothing where the companion shows what the gateway did', () => {
    const ledger = [charged({ operations: [refunded] })];
    expect(faults({ ledger, view: viewOf([payment()], [refund()]), once: ['refund 1.01'] })).toEqual([]);
  });

  it('finds nothing in an order that neither side knows', () => {
    expect(faults({ ledger: [], view: null })).toEqual([]);
  });

  it('finds a payment that was charged twice', () => {
    const ledger = [charged(), charged({ orderId: 'A-1.2ABCDE' })];
    expect(faults({ ledger, view: viewOf([payment(), payment({ id: 'p-2' })]) })).toEqual([
      'doubled',
      'doubled',
    ]);
  });

  it('takes a second charge that went back for none where there was a reason to pay again', () => {
    const back = { ...refunded, amount: '100.00' };
    const ledger = [charged(), charged({ orderId: 'A-1.2ABCDE', operations: [back] })];
    const view = viewOf([payment(), payment({ id: 'p-2' })], [refund({ amount: '100.00' })]);
    const notFound = event({ type: 'call.not-found' });
    expect(faults({ ledger, view: { ...view, events: [notFound] } })).toEqual([]);
    expect(faults({ ledger, view })).toEqual(['doubled']);
  });

  it('finds a refund that was made twice for one request', () => {
    const ledger = [charged({ operations: [refunded, { ...refunded, transactionId: 't-3' }] })];
    const view = viewOf([payment()], [refund(), refund({ id: 'o-2' })]);
    expect(faults({ ledger, view, once: ['refund 1.01'] })).toEqual(['doubled']);
  });

  it('finds a refund of more than was left, unless the portal had refunded too', () => {
    const tooMuch = { ...refunded, status: 'failure', statusCode: '4139' };
    const view = viewOf([payment()], [refund({ status: 'failure' })]);
    expect(faults({ ledger: [charged({ operations: [tooMuch] })], view })).toEqual(['doubled']);
    const portal = { ...refunded, comment: 'portal' };
    const both = viewOf([payment()], [refund({ status: 'failure' }), refund({ id: 'o-2' })]);
    expect(faults({ ledger: [charged({ operations: [portal, tooMuch] })], view: both })).toEqual([]);
  });

  it('finds a charge of which the companion knows nothing', () => {
    expect(faults({ view: null })).toEqual(['lost', 'lost']);
  });

  it('finds a charge whose attempt the companion takes for failed', () => {
    expect(faults({ view: viewOf([payment({ status: 'failure' })]) })).toEqual(['lost']);
  });

  it('finds a refund that the companion does not show', () => {
    expect(faults({ ledger: [charged({ operations: [refunded] })] })).toEqual(['lost']);
  });

  it('finds a success that the gateway knows nothing of', () => {
    expect(faults({ ledger: [charged({ status: 'failure' })] })).toEqual(['contradicting']);
  });

  it('finds a refund over another amount than was refunded', () => {
    const ledger = [charged({ operations: [refunded] })];
    const view = viewOf([payment()], [refund({ amount: '0.51' })]);
    expect(faults({ ledger, view })).toEqual(['lost', 'contradicting']);
  });

  it('finds a refund that was declared undone, whatever it is shown as now', () => {
    const created = event({ type: 'operation.created', operationId: 'o-1', comment: 'refund 1.01' });
    const notFound = event({ type: 'call.not-found', operationId: 'o-1' });
    const ledger = [charged({ operations: [refunded] })];
    const found = viewOf([payment()], [refund()]);
    expect(faults({ ledger, view: { ...found, events: [created] } })).toEqual([]);
    expect(faults({ ledger, view: { ...found, events: [created, notFound] } })).toEqual(['contradicting']);
    const other = refund({ id: 'o-2', comment: null });
    const undone = viewOf([payment()], [refund({ status: 'failure' }), other]);
    expect(faults({ ledger, view: { ...undone, events: [created] } })).toEqual(['contradicting']);
    const resolved = event({ type: 'resolved', operationId: 'o-1' });
    expect(faults({ ledger, view: { ...undone, events: [created, resolved] } })).toEqual([]);
  });

  it('takes the commission that the payer bears for no difference', () => {
    const returned = { ...refunded, amount: '100.00' };
    const ledger = [
      charged({ amount: '102.00', operations: [returned] }),
      charged({ orderId: 'A-1.2ABCDE' }),
    ];
    const view = viewOf([payment(), payment({ id: 'p-2' })], [refund({ amount: '100.00' })]);
    const events = [event({ type: 'call.not-found' })];
    expect(faults({ ledger, view: { ...view, events } })).toEqual([]);
  });

  it('finds that a customer was told a success which is none', () => {
    const told = [{ orderId: 'A-1', id: 'p-2', status: 'success' }];
    expect(faults({ told })).toEqual(['contradicting']);
  });

  it('finds what has no end, here or at the gateway', () => {
    const ledger = [charged({ status: 'pending' })];
    expect(faults({ ledger, view: viewOf([payment({ status: 'unknown' })]) })).toEqual([
      'unknown',
      'unknown',
    ]);
  });

  it('finds what still waits for a person', () => {
    const view = { ...viewOf([payment()]), review: [inReview('other-terms')] };
    expect(faults({ view })).toEqual(['unknown']);
  });

  it('takes a second charge for explained where a card was declined on the page', () => {
    const back = { ...refunded, amount: '100.00' };
    const again = charged({ orderId: 'A-1.2ABCDE', operations: [back] });
    const view = viewOf([payment(), payment({ id: 'p-2' })], [refund({ amount: '100.00' })]);
    expect(faults({ ledger: [charged({ declines: [{ status: 'failure' }] }), again], view })).toEqual([]);
  });
});

const inReview = (reason: string): ReviewItem => {
  return { orderId: 'A-1', paymentId: 'p-1', operationId: null, calls: [], reason, field: null };
};

describe('the audit where no order needs a person', () => {
  it('finds every reason for review', () => {
    expect(faults({ reviewed: ['mismatch createdAt', 'duplicate'] })).toEqual(['review', 'review']);
  });

  it('finds a review that ended by itself', () => {
    const view = viewOf([payment()]);
    const doubted = event({ result: 'in-review' });
    expect(faults({ reviewed: [], view })).toEqual([]);
    expect(faults({ reviewed: [], view: { ...view, events: [doubted] } })).toEqual(['review']);
    expect(faults({ view: { ...view, events: [doubted] } })).toEqual([]);
  });

  it('leaves a payment over changed terms to the merchant', () => {
    const view = { ...viewOf([payment()]), review: [inReview('other-terms')] };
    expect(faults({ reviewed: ['other-terms'], view })).toEqual([]);
    const ledger = [charged(), charged({ orderId: 'A-1.2ABCDE', declines: [{ status: 'failure' }] })];
    const twice = { ...viewOf([payment(), payment({ id: 'p-2' })]), review: view.review };
    expect(faults({ ledger, reviewed: ['other-terms'], view: twice })).toEqual([]);
  });
});

describe('the audit of strangers', () => {
  const strangers = [charged({ transactionId: 't-9', amount: '77.00', ordered: '77.00' })];
  const ours = charged({ orderId: 'A-1.2ABCDE' });
  const refused = payment({ status: 'failure' });
  const report = event({ transactionId: 'T-9', result: 'applied' });
  const view = { ...viewOf([refused, payment({ id: 'p-2' })]), events: [report] };

  it('finds nothing where theirs is refused and ours is paid under another id', () => {
    expect(faults({ strangers, ledger: [ours], view })).toEqual([]);
  });

  it('finds one that is shown as ours, and one that was shown so before', () => {
    const asOurs = { ...viewOf([payment()]), events: [report] };
    expect(faults({ strangers, ledger: [], view: asOurs })).toEqual(['contradicting', 'stranger']);
    const messages = [about(payment(), 'm-1'), about(refused, 'm-2'), about(payment({ id: 'p-2' }), 'm-3')];
    expect(faults({ strangers, ledger: [ours], view, messages })).toEqual(['stranger']);
  });

  it('finds one that was refunded or cancelled', () => {
    const operated = [charged({ ...strangers[0], operations: [refunded] })];
    const cancelled = [charged({ ...strangers[0], status: 'failure' })];
    expect(faults({ strangers: operated, ledger: [ours], view })).toEqual(['stranger']);
    expect(faults({ strangers: cancelled, ledger: [ours], view })).toEqual(['stranger']);
  });
});

describe('the audit of messages', () => {
  const pending = payment({ status: 'pending' });
  const later = '2026-06-15T12:00:05.000Z';

  it('takes copies that follow their message for none', () => {
    const messages = [about(pending, 'm-1'), about(pending, 'm-1'), about(payment(), 'm-2', later)];
    expect(faults({ messages })).toEqual([]);
  });

  it('finds a payment that the merchant was never told of', () => {
    expect(faults({ messages: [] })).toEqual(['message']);
  });

  it('finds that the last message is not the truth', () => {
    expect(faults({ messages: [about(pending, 'm-1')] })).toEqual(['message']);
  });

  it('finds a message that came again after a newer one', () => {
    const messages = [about(pending, 'm-1'), about(payment(), 'm-2', later), about(pending, 'm-1')];
    expect(faults({ messages })).toEqual(['message']);
  });

  it('finds an older message after a newer one', () => {
    const messages = [about(pending, 'm-2', later), about(payment(), 'm-1')];
    expect(faults({ messages })).toEqual(['message']);
  });

  it('finds a message about a payment that is not there', () => {
    const messages = [about(payment(), 'm-1'), about(payment({ id: 'p-9' }), 'm-2')];
    expect(faults({ messages })).toEqual(['message']);
  });
});
