import { describe, expect, onTestFinished, test } from 'vitest';
import { declined, payment, problem, session, toBank } from './testing/fake-companion.ts';
import { companion, details, openTag, reaches, see, useCompanion } from './testing/form-harness.ts';
import { waitUntil } from './testing/wait.ts';

useCompanion();

const open = (phase: string) => openTag('pay-status', phase);
const results = () => details('pay-result').map((one) => one.payment.status);

test('follows a payment to its end and stays where it is, without a way back to the current page', async () => {
  companion.session({ payment: payment() });
  companion.answers('poll', { body: payment({ status: 'success', updatedAt: '2030-01-01T00:01:00.000Z' }) });
  const status = await open('done');
  expect([see.text(status, '[role=status]'), see.text(status, '[part=amount]')]).toEqual([
    'Paid €10.00',
    '€10.00',
  ]);
  expect(results()).toEqual(['pending', 'success']);
  expect(companion.left).toEqual([]);
  expect(status.shadowRoot?.querySelector('[part=button]')).toBeNull();
  await see.isAccessible(status);
});

test.each([
  [403, 'origin-not-allowed'],
  [404, 'not-found'],
])('offers to ask again after a poll that is refused with %i', async (code, name) => {
  companion.session({ payment: payment() }).answers('poll', problem(code, name));
  const status = await open('failed');
  companion.session({ payment: payment({ status: 'success' }) });
  see.part(status, '[part=button]').click();
  await reaches(status, 'done');
});

describe('with an order token that has expired', () => {
  const expired = problem(401, 'order-token-expired');
  const LATER = { updatedAt: '2030-01-01T00:01:00.000Z', tokenExpired: true };
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  const buttons = (status: HTMLElement) => see.all(status, '[part=button]').map((one) => one.innerText);

  test('follows a payment that is open, and says that it is paid', async () => {
    companion.session({ payment: payment() }).answers('poll', 'never');
    const status = await open('waiting');
    companion.answers('session', expired);
    const answer = companion.hold('poll', { body: payment({ status: 'success', ...LATER }) });
    comeBack();
    await waitUntil(() => companion.of('session').length === 2);
    await reaches(status, 'waiting');
    expect([see.alert(status), buttons(status)]).toEqual(['', []]);
    answer();
    await reaches(status, 'done');
    expect([results(), details('pay-expired')]).toEqual([['pending', 'success'], []]);
  });

  test('says so once the payment has failed, and reports it to the page', async () => {
    companion.answers('session', { body: session({ payment: payment() }) }, expired);
    companion.answers('poll', { body: declined({ ...LATER, canRetry: false }) });
    const status = await open('failed');
    await waitUntil(() => details('pay-expired').length);
    await reaches(status, 'failed');
    expect(see.alert(status)).toBe('The time for this checkout has run out.');
    expect([buttons(status), results()]).toEqual([['Start again'], ['pending', 'failure']]);
  });
});

test('says why a payment failed', async () => {
  companion.session({ payment: declined() });
  const status = await open('failed');
  expect(see.alert(status)).toContain('not enough money');
  expect(status.shadowRoot?.querySelector('form')).toBeNull();
});

test.each([
  ['leads on by itself where another attempt needs nothing', [], '', 1],
  ['leaves it to the page where another attempt needs something typed', ['email'], '', 0],
  ['shows the page’s own way on before its own', [], 'To the form', 0],
] as const)('%s', async (_, hostedCustomerFields, link, buttons) => {
  companion.session({ payment: declined(), hostedCustomerFields: [...hostedCustomerFields] });
  const status = await open('failed');
  status.textContent = link;
  const all = see.all(status, '[part=button]');
  const shown = all.filter((button) => button.getClientRects().length);
  expect([shown.length, status.innerText]).toEqual([buttons, link]);
});

test('the page’s own way on looks like the main button, and is as easy to press', async () => {
  companion.session({ payment: declined() });
  const status = await open('failed');
  status.innerHTML = '<a href="#form">To the form</a>';
  await status.updateComplete;
  const link = status.querySelector('a') as HTMLElement;
  const [own, all] = [link.getBoundingClientRect(), status.getBoundingClientRect()];
  expect([own.height >= 44, own.width]).toEqual([true, all.width]);
  const style = document.createElement('style');
  style.textContent = 'a { color: blue }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  const { backgroundColor, color, textAlign, textDecorationLine } = getComputedStyle(link);
  expect([textAlign, textDecorationLine]).toEqual(['center', 'none']);
  expect([backgroundColor, color]).toEqual(['rgb(36, 80, 214)', 'rgb(255, 255, 255)']);
  await see.isAccessible(status);
});

test.each([
  ['does not lead to another attempt', 'failed', declined(), []],
  [
    'does not lead to an open hosted page',
    'ready',
    payment({ mode: 'hosted', status: 'init', ...toBank }),
    [],
  ],
  ['leads on with a payment that was sent', 'action', payment(toBank), [toBank.action.url]],
] as const)('%s while it is disabled', async (_, phase, has, left) => {
  companion.session({ payment: has });
  const status = await open(phase);
  status.disabled = true;
  await status.updateComplete;
  see.part(status, '[part=button]').click();
  expect([companion.left, companion.of('hosted')]).toEqual([left, []]);
});

test.each([
  ['shows the page’s link to the form beside it', ['direct', 'hosted'], 'To the form', 'another card.'],
  ['shows no link where no card can be typed', ['hosted'], '', 'your bank'],
] as const)('a payment that waits to be confirmed %s', async (_, modes, link, last) => {
  companion.session({ payment: payment(toBank), modes: [...modes] });
  const status = await open('action');
  status.textContent = 'To the form';
  expect(status.innerText).toBe(link);
  expect(see.part(status, '.panel').innerText.trim().split('\n').at(-1)).toContain(last);
  expect(companion.left).toEqual([]);
  await see.isAccessible(status);
});

test('says that nothing has been paid', async () => {
  expect(see.text(await open('ready'), '[part=base]')).toContain('Nothing has been paid yet.');
});

test('reports a result once, however often the page comes back', async () => {
  companion.session({ payment: payment({ status: 'success' }) });
  const status = await open('done');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await waitUntil(() => companion.of('session').length === 2);
  await reaches(status, 'done');
  expect(results()).toEqual(['success']);
});
