import { expect, onTestFinished, test } from 'vitest';
import { declined, LATER, payment, problem, session, toBank } from './testing/fake-companion.ts';
import { comeBack, companion, details, openTag, reaches, see, useCompanion } from './testing/form-harness.ts';
import { waitUntil } from './testing/wait.ts';

useCompanion();

const open = (phase: string) => openTag('pay-status', phase);
const results = () => details('pay-result').map((one) => one.payment.status);

test('follows a payment to its end and stays where it is, without a way back to the current page', async () => {
  companion.session({ payment: payment() });
  companion.answers('poll', { body: payment({ status: 'success', ...LATER }) });
  const status = await open('done');
  expect(see.text(status, '[role=status]')).toBe('Paid €10.00');
  expect([results(), companion.left]).toEqual([['pending', 'success'], []]);
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

test('says that the order token has expired once the payment has failed, and reports it to the page', async () => {
  const expired = problem(401, 'order-token-expired');
  companion.answers('session', { body: session({ payment: payment() }) }, expired);
  companion.answers('poll', { body: declined({ ...LATER, tokenExpired: true, canRetry: false }) });
  const status = await open('failed');
  await waitUntil(() => details('pay-expired').length);
  await reaches(status, 'failed');
  expect(see.alert(status)).toBe('The time for this checkout has run out.');
  expect(see.all(status, '[part=button]').map((one) => one.innerText)).toEqual(['Start again']);
  expect(results()).toEqual(['pending', 'failure']);
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
  comeBack();
  await waitUntil(() => companion.of('session').length === 2);
  await reaches(status, 'done');
  expect(results()).toEqual(['success']);
});
