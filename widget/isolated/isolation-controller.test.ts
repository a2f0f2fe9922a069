import { fixture, html } from '@open-wc/testing';
import { expect, test } from 'vitest';
import { tokenOf } from '../testing/fake-companion.ts';
import { act, open, reaches, turn, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

test('a form that was isolated for a while is ready again', async () => {
  const form = await open();
  form.isolated = true;
  await form.updateComplete;
  form.isolated = false;
  await reaches(form, 'ready');
  act.fill(form);
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
  await turn();
  expect([frames(form), frames(copy)]).toEqual([1, 1]);
});

test('the page has no field of the card, and keeps the room of the form until its frame is there', async () => {
  const form = await fixture<PayForm>(html`<pay-form src="/pay" order=${tokenOf({})} isolated></pay-form>`);
  const fields = () => form.shadowRoot?.querySelectorAll('input').length;
  const [bone, none] = [form.offsetHeight, fields()];
  await waitUntil(() => form.querySelector('iframe'));
  await form.updateComplete;
  expect([none, fields()]).toEqual([0, 0]);
  expect(bone).toBeGreaterThan(300);
  expect(Math.abs(form.offsetHeight - bone)).toBeLessThan(16);
});

test('an isolated form that is moved keeps its frame, and loses it with the attribute', async () => {
  const form = await fixture<PayForm>(html`<pay-form src="/pay" order="tok" isolated></pay-form>`);
  await waitUntil(() => form.querySelector('iframe'));
  const frame = form.querySelector('iframe');
  form.parentElement?.append(form);
  await form.updateComplete;
  expect(form.querySelector('iframe')).toBe(frame);
  form.isolated = false;
  await form.updateComplete;
  expect(form.querySelector('iframe')).toBeNull();
  form.isolated = true;
  await waitUntil(() => form.querySelector('iframe'));
});
