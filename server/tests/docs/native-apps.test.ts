import { afterAll, beforeAll, expect, it } from 'vitest';
import { block, readPage } from './testing/page.ts';
import { start } from './testing/programs.ts';
import { sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/native-apps.md');

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

it('the app’s program pays over HTTP, 3-D Secure and long poll included', async () => {
  const program = block(PAGE, 'js');
  expect(program).toContain('5454545454545454');
  const returnUrl = 'https://shop.example/thanks';
  const app = start('js', program, {
    PAY_URL: stage.url,
    ORDER_TOKEN: await sign({
      id: 'app-1',
      amount: '24.50',
      currency: 'EUR',
      description: 'Clay mug',
      returnUrl,
    }),
  });
  await app.says(/open http\S+\n/);
  expect(app.printed()).toMatch(/24\.50 for Clay mug; direct,hosted; ask for firstName,lastName,email,phone/);
  const [, url = ''] = /open (\S+)/.exec(app.printed()) ?? [];

  // The web view: the customer approves, and is redirected to the order's page.
  const decision = new URLSearchParams({ decision: 'approve' });
  const back = await fetch(url, { method: 'POST', body: decision, redirect: 'manual' });
  const returned = await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
  expect(returned.headers.get('location')).toMatch(
    /^https:\/\/shop\.example\/thanks\?payment=\S+&status=\w+$/,
  );

  await app.says('success 1000');
  await app.end();
});
