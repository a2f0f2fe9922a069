import { fixture, html } from '@open-wc/testing';
import { expect, test } from 'vitest';
import { fill, input, open, reaches, useCompanion } from './form-harness.ts';
import { waitUntil } from './wait.ts';

/** The tag in pages that move it, as frameworks and page swaps do. */

useCompanion();

test('what was typed survives a page swap that takes the tag out for a few microtasks', async () => {
  const form = await open();
  fill(form);
  const { parentNode } = form;
  form.remove();
  for (let ticks = 0; ticks < 5; ticks += 1) await Promise.resolve();
  parentNode?.append(form);
  await new Promise((done) => setTimeout(done));
  expect(input(form, 'number').value).toBe('4242 4242 4242 4242');
});

test('the form keeps its styles when it is moved through a parsed document', async () => {
  const form = await open();
  input(form, 'number').focus();
  const { parentNode } = form;
  const look = () => [form.offsetHeight, form.shadowRoot?.adoptedStyleSheets.length];
  const before = look();
  new DOMParser().parseFromString('', 'text/html').body.append(form);
  parentNode?.append(form);
  await reaches(form, 'ready');
  expect(look()).toEqual(before);
});

test('a form that was isolated for a while is ready again', async () => {
  const form = await open();
  form.isolated = true;
  await form.updateComplete;
  form.isolated = false;
  await reaches(form, 'ready');
  fill(form);
  expect(form.checkValidity()).toBe(true);
});

test('a copy of an isolated form has one frame', async () => {
  const frames = (tag: Element) => tag.querySelectorAll('iframe').length;
  const tag = html`<pay-form src="/pay" order="tok" isolated></pay-form>`;
  const form = await fixture<HTMLElement>(tag);
  await waitUntil(() => frames(form) === 1);
  const copy = form.cloneNode(true) as HTMLElement;
  copy.setAttribute('order', 'other');
  form.parentNode?.append(copy);
  await waitUntil(() => Reflect.has(copy, 'submit') && Object.hasOwn(copy, 'submit'));
  await new Promise((done) => setTimeout(done));
  expect([frames(form), frames(copy)]).toEqual([1, 1]);
});

test('a dialog of the page that opens focuses the first field or nothing of the form, never an empty message', async () => {
  const form = await open();
  const dialog = await fixture<HTMLDialogElement>(html`<dialog></dialog>`);
  dialog.append(form);
  await reaches(form, 'ready');
  dialog.showModal();
  // Firefox leaves the focus at the dialog.
  expect([input(form, 'number'), null]).toContain(form.shadowRoot?.activeElement);
});
