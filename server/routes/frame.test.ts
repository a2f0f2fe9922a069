import { describe, expect, it } from 'vitest';
import { BODY, ORIGIN, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const OWN = 'https://pay.shop.example';

describe('the page behind isolated', () => {
  it('is a page without data that loads the tag and its own script, kept for a while', async () => {
    const answer = await companion.ask('/frame');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.match(/(?<=src=")[^"]+/g)).toEqual(['pay-form.js', 'frame.js']);
    expect(text).not.toMatch(/<style|style=|\son\w+=|<script>/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('permissions-policy')).toContain('payment=()');
  });

  it('runs its own files, asks its own companion, and nothing else', async () => {
    const answer = await companion.ask('/frame');
    expect(answer.headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      `connect-src ${OWN}/pay/`,
      "default-src 'none'",
      "form-action 'none'",
      `frame-ancestors ${OWN} ${ORIGIN}`,
      "require-trusted-types-for 'script'",
      `script-src ${OWN}/pay/`,
      'trusted-types lit-html',
    ]);
  });

  it('can be held by the pages that may use the companion, and says nothing older that refuses them', async () => {
    const answer = await companion.ask('/frame');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    // Every other page of the companion stays without a frame.
    const other = await companion.ask('/order/unknown');
    expect(other.headers.get('x-frame-options')).toBe('DENY');
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('may pay, although only the shop is named in the settings', async () => {
    const init = { body: BODY, headers: { origin: OWN, 'sec-fetch-site': 'same-origin' } };
    expect((await companion.pay(init)).status).toBe(200);
    expect((await companion.pay({ ...init, headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});
