import { fixture, html } from '@open-wc/testing';
import { expect, test } from 'vitest';
import { open, reaches, fill, useCompanion } from './form-harness.ts';
import { waitUntil } from './wait.ts';

useCompanion();

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
