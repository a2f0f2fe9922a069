import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { type ProblemCode, ProblemError, PROBLEMS } from '../contract/problem.ts';
import { problemPage } from './problem-page.ts';

async function shown(problem: ProblemError, language = 'en'): Promise<string> {
  const app = new Hono().get('/', (c) => problemPage(c, problem));
  const answer = await app.request('/', { headers: { 'accept-language': language } });
  expect(answer.status).toBe(problem.status);
  return (await answer.text()).replace(/<style[^]*<\/style>/, '');
}

it.each(Object.keys(PROBLEMS) as ProblemCode[])(
  '%s is a page in the browser’s language; English is only the detail for the page’s programmer',
  async (code) => {
    const text = await shown(new ProblemError(code), 'el');
    expect(text).toContain('<html lang="el">');
    expect(text).toMatch(/<h1>[^<]*\p{Script=Greek}[^<]*<\/h1>/u);
    const own = text.replace(/<p class="detail" lang="en" dir="ltr">[^<]*<\/p>/, '').replace(/<[^>]*>/g, '');
    expect(own.replace('JavaScript', '')).not.toMatch(/[A-Za-z{]/);
  },
);

it.each([
  ['order-paid', 'This order has already been paid.'],
  ['payment-open', 'Please do not pay again for now.'],
  ['order-token-missing', 'This checkout is no longer valid.'],
  ['order-token-expired', 'The time for this checkout has run out. Go back to the shop to try again.'],
  ['mode-not-allowed', 'This way to pay is not possible here.'],
  ['not-found', 'Please check that the address is complete'],
  ['internal-error', 'This did not work. Please try again in a minute.'],
] as const)('%s says what the payer can do: %s', async (code, sentence) => {
  expect(await shown(new ProblemError(code))).toContain(sentence);
});

it('sentences of Japanese follow each other without a space', async () => {
  expect(await shown(new ProblemError('order-token-expired'), 'ja')).toMatch(/過ぎました。ショップに/);
});

it('a limit names the time until the next attempt, in the page’s language', async () => {
  const limit = new ProblemError('limit-reached', 'Try again in 8 minutes.', [], 451);
  expect(await shown(limit)).toContain('Try again in 8 minutes or pay another way.');
  expect(await shown(limit, 'pl')).toContain('Czas do kolejnej próby: 8 minut.');
  expect(await shown(limit, 'pl')).not.toContain('Try again');
});

it('invalid fields have the names of the form, others those of the request', async () => {
  const errors = [
    { path: 'customer.phone', code: 'invalid' },
    { path: 'customer.shoeSize', code: 'unknown' },
  ];
  const text = await shown(new ProblemError('invalid-input', undefined, errors), 'de');
  expect(text).toContain('>Telefonnummer, shoeSize</p>');
  expect(text).not.toContain('class="detail"');
});

it('a mistake of the page that sent the request has its detail in English', async () => {
  const text = await shown(new ProblemError('bad-request', 'A form field was sent twice.'), 'ar');
  expect(text).toContain('<p class="detail" lang="en" dir="ltr">A form field was sent twice.</p>');
});
