import { describe, expect, it } from 'vitest';
import { CARD, CUSTOMER } from '../../contract/testing/fixtures.ts';
import type { CallResult } from '../gateway-port.ts';
import { payHosted } from './pay-hosted.ts';
import { handleReport } from '../reports.ts';
import { openSession } from './session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { gate, hear, pay, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const PAGE = 'https://gateway.example/pay/order-1';
const open = (over: Record<string, unknown> = {}) => payHosted(deps, signed(over), {});

describe('a hosted payment', () => {
  it('leads to the gateway’s page and is init until the customer does something there', async () => {
    const { location, payment } = await open({ orderTimeout: 900, lang: 'uk' });
    expect(location).toBe(PAGE);
    expect(payment).toMatchObject({ mode: 'hosted', status: 'init', action: { url: PAGE } });
    expect(deps.gateway.calls[0]?.request).toMatchObject({ orderTimeout: 900, lang: 'uk' });
  });

  it('carries a card only for a lookup', async () => {
    const refused = refusal(payHosted(deps, signed(), {}, { card: CARD }));
    expect(await refused).toEqual(['invalid-input', 'card: not-sent']);
    expect(deps.gateway.calls).toEqual([]);
    expect((await deps.order()).entries).toEqual([]);
  });

  it.each([
    [{}, ['ka', 'uk-UA', 'en'], 'UK'],
    [{}, undefined, undefined],
    [{ lang: 'pl' }, ['uk'], 'pl'],
  ])('is shown, where the order says %j and the browser %j, in %s', async (over, languages, lang) => {
    await payHosted(deps, signed(over), {}, { languages });
    expect(deps.gateway.calls[0]?.request?.lang).toBe(lang);
  });

  it('that is open is answered again, not opened twice', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(deps.gateway.of('createHosted')).toHaveLength(1);
  });

  it('that is just being opened is waited for (a button clicked twice)', async () => {
    const answer = gate<CallResult<{ location: string }>>();
    deps.gateway.script.createHosted = () => answer.promise;
    const both = [open(), open()];
    await expect.poll(() => deps.gateway.calls).toHaveLength(1);
    answer.open(answered({ location: PAGE }));
    expect((await Promise.all(both)).map((one) => one.location)).toEqual([PAGE, PAGE]);
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('keeps its page where the webhook is faster than the answer', async () => {
    deps.gateway.script.createHosted = async () => {
      await hear(deps, { mode: 'hosted', status: 'init' });
      return answered({ location: PAGE });
    };
    const { location, payment } = await open();
    expect(location).toBe(PAGE);
    expect(payment).toMatchObject({ status: 'init', action: { url: PAGE } });
  });

  it('is not paid by what is reported before its page is known: nobody can have paid there', async () => {
    deps.gateway.script.createHosted = async () => {
      expect(await hear(deps, { mode: 'hosted' })).toBe('unproven');
      return answered({ location: PAGE });
    };
    expect(await open()).toMatchObject({ location: PAGE, payment: { status: 'init' } });
    expect(deps.lines.map(({ event }) => event)).toContain('payment.unproven');
  });

  it('ends by the webhook, and another page may be opened after a failure', async () => {
    await open();
    await hear(deps, { mode: 'hosted', status: 'failure', statusCode: '4148' });
    await open();
    expect(deps.gateway.of('createHosted')[1]).toMatch(/^order-1\.2/);
  });

  it.each([
    ['refused', refused(400), 'gateway-refused'],
    ['not sent', notSent, 'gateway-unreachable'],
    ['unknown', unknown, 'payment-open'],
  ])('whose page is %s is a problem', async (_what, outcome, code) => {
    deps.gateway.script.createHosted = async () => outcome;
    expect(await refusal(open())).toEqual([code]);
    deps.gateway.script = {};
    if (code === 'payment-open') expect(await refusal(open())).toEqual([code]);
    else expect((await open()).payment.status).toBe('init');
  });

  it('asks for what the gateway requires and the token does not state', async () => {
    const refused = refusal(payHosted(deps, signed({ customer: {} }), { email: 'a@shop.example' }));
    expect(await refused).toEqual(['invalid-input', 'customer.phone: required']);
    expect(deps.gateway.calls).toEqual([]);
  });

  it.each(['microfinance', 'igaming'])('under the rules of %s sends the names', async (rule) => {
    await open({ rules: { [rule]: true }, customer: { ...CUSTOMER, birthday: '1990-02-28' } });
    const request = { microfinanceOrIgaming: true, customer: { firstName: 'Olena', lastName: 'Koval' } };
    expect(deps.gateway.calls[0]?.request).toMatchObject(request);
  });

  it('is not offered where the order wants only cards', async () => {
    expect(await refusal(open({ modes: ['direct'] }))).toEqual(['mode-not-allowed']);
  });
});

describe('an open hosted payment that cannot be paid as it stands', () => {
  it('makes way for one over the amount that the order has now', async () => {
    await open();
    const { payment } = await open({ amount: '20.00' });
    expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(payment).toMatchObject({ amount: '20.00', status: 'init' });
  });

  it('because its page was never known makes way for another', async () => {
    deps.gateway.script.createHosted = async () => unknown;
    expect(await refusal(open())).toEqual(['payment-open']);
    const order = await deps.order();
    const resultUrl = `https://pay.shop.example/pay/return/${order.state.payments[0]?.id}`;
    await handleReport(deps, order, gatewayPayment({ mode: 'hosted', status: 'init', resultUrl }), 'query');
    deps.gateway.script = {};
    expect((await open()).location).not.toBe(PAGE);
    expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it('that failed while a second click waited makes way for another', async () => {
    const answer = gate<CallResult<{ location: string }>>();
    deps.gateway.script.createHosted = () => answer.promise;
    const first = open().catch((error: unknown) => error);
    await expect.poll(() => deps.gateway.calls).toHaveLength(1);
    const second = open();
    deps.gateway.script = {};
    answer.open(refused(400));
    expect(await first).toMatchObject({ code: 'gateway-refused' });
    expect((await second).payment).toMatchObject({ status: 'init' });
  });
});

it('an open hosted payment of one customer makes way for one of another', async () => {
  await open({ customer: { ...CUSTOMER, id: 'anna' } });
  deps.gateway.script.cancelHosted = async () =>
    answered([gatewayPayment({ mode: 'hosted', status: 'failure', statusCode: '6007' })]);
  await open({ customer: { ...CUSTOMER, id: 'borys' } });
  const { payments } = (await deps.order()).state;
  expect(payments.map(({ status, customerId }) => [status, customerId])).toEqual([
    ['failure', 'anna'],
    ['init', 'borys'],
  ]);
});

it('a hosted payment in review is neither offered again nor cancelled for a card', async () => {
  await open();
  await hear(deps, { mode: 'hosted', amountMinor: 1 });
  expect(await refusal(open())).toEqual(['payment-open']);
  expect(await refusal(pay(deps))).toEqual(['payment-open']);
  expect(deps.gateway.of('cancelHosted')).toEqual([]);
});

describe('a hosted page whose time is over', () => {
  const reads = (over: Parameters<typeof gatewayPayment>[0]) => {
    deps.gateway.script.readOperation = async () => answered(gatewayPayment({ mode: 'hosted', ...over }));
  };
  const again = () => open({ orderTimeout: 600 });
  const session = () => openSession(deps, signed({ orderTimeout: 600 }));
  const methods = () => deps.gateway.calls.map(({ method }) => method);
  /** The page is open, and its ten minutes are over. */
  const expire = async (over: Parameters<typeof gatewayPayment>[0]) => {
    await again();
    reads(over);
    deps.clock.pass(600);
    deps.gateway.calls.length = 0;
  };

  it('is returned again until then', async () => {
    await expire({ status: 'init' });
    deps.clock.pass(-1);
    expect((await again()).location).toBe(PAGE);
    expect((await session()).payment?.action).toEqual({ url: PAGE });
    expect(methods()).toEqual([]);
  });

  it('is cancelled, and another one is opened', async () => {
    await expire({ status: 'init' });
    expect((await again()).location).not.toBe(PAGE);
    expect(methods()).toEqual(['cancelHosted', 'createHosted']);
  });

  it('is cancelled by the session, so that the order may be paid', async () => {
    await expire({ status: 'init' });
    expect((await session()).payment).toMatchObject({ status: 'failure', action: null, canRetry: true });
    expect(methods()).toEqual(['cancelHosted']);
  });

  it('is neither returned nor replaced while its outcome is unknown', async () => {
    await expire({});
    deps.gateway.script = { readOperation: async () => unknown, cancelHosted: async () => unknown };
    expect(await refusal(again())).toEqual(['payment-open']);
    expect((await session()).payment).toMatchObject({ status: 'init' });
    expect(deps.gateway.of('createHosted')).toEqual([]);
  });

  it('of a card check, which cannot be cancelled, is returned again', async () => {
    const check = () => payHosted(deps, signed({ method: 'lookup', orderTimeout: 600 }), {}, { card: CARD });
    const { location } = await check();
    reads({ status: 'init', method: 'lookup' });
    deps.clock.pass(600);
    expect((await check()).location).toBe(location);
    expect(deps.gateway.of('cancelHosted')).toEqual([]);
  });
});
