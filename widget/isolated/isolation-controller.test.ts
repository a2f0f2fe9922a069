import { fixture, html } from '@open-wc/testing';
import { describe, expect, test, vi } from 'vitest';
import { tokenOf } from '../testing/fake-companion.ts';
import { act, companion, openTag, reaches, turn, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

/** An isolated form, once its frame is there. */
async function openIsolated(): Promise<{ form: PayForm; frame: HTMLIFrameElement | null }> {
  const form = await openTag('pay-form', 'loading', { isolated: '' });
  await waitUntil(() => form.querySelector('iframe'));
  return { form, frame: form.querySelector('iframe') };
}

describe('an address that is neither http nor https', () => {
  test.each([
    ['pay-form', 'javascript:window.stolen = 1//', { isolated: '' }],
    ['pay-form', 'data:text/html,<script>1</script>', { isolated: '' }],
    ['pay-form', 'javascript:window.stolen = 1//', {}],
    ['pay-button', 'https://', {}],
    ['pay-status', 'blob:https://shop.example/1', {}],
  ] as const)('counts as missing in %s (%s)', async (name, src, more) => {
    const lines = vi.spyOn(console, 'error').mockReturnValue();
    const tag = await openTag(name, 'loading', { src, ...more });
    await waitUntil(() => lines.mock.calls.length);
    expect(lines.mock.calls).toEqual([[`<${name}> needs src`]]);
    expect([tag.src, tag.offsetHeight, tag.querySelector('iframe')]).toEqual(['', 0, null]);
    expect(companion.asked).toEqual([]);
    expect(window).not.toHaveProperty('stolen');
    tag.src = '/pay';
    expect(tag.src).toBe('/pay');
    await waitUntil(() => companion.asked.length || tag.querySelector('iframe'));
    lines.mockRestore();
  });

  test('takes the place of no other in an isolated form', async () => {
    const { form, frame } = await openIsolated();
    form.setAttribute('src', 'javascript:window.stolen = 1//');
    await form.updateComplete;
    await turn();
    expect([frame?.src, form.offsetHeight]).toEqual([`${location.origin}/pay/frame`, 0]);
    expect(window).not.toHaveProperty('stolen');
  });
});

test('a copy of an isolated form has one frame', async () => {
  const frames = (tag: Element) => tag.querySelectorAll('iframe').length;
  const { form } = await openIsolated();
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

test('an isolated form that is moved keeps its frame, and is an ordinary one again without the attribute', async () => {
  const { form, frame } = await openIsolated();
  form.parentElement?.append(form);
  await form.updateComplete;
  expect(form.querySelector('iframe')).toBe(frame);
  form.isolated = false;
  await form.updateComplete;
  expect(form.querySelector('iframe')).toBeNull();
  await reaches(form, 'ready');
  act.fill(form);
  expect(form.checkValidity()).toBe(true);
  form.isolated = true;
  await waitUntil(() => form.querySelector('iframe'));
});
