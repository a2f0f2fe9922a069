import { describe, expect, it } from 'vitest';
import { WEBHOOK_VECTORS as VECTORS } from '../contract/testing/webhook-vectors.ts';
import { PAYMENT } from './testing/payments.ts';
import { createWebhookVerifier, signatureOf, testWebhook } from './webhook.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const padded = (data: string) => data.padEnd(Math.ceil(data.length / 4) * 4, '=');
const form = (...pairs: [string, string][]) => new URLSearchParams(pairs);
const signed = (data: string, secret = 'now') =>
  form(['data', data], ['signature', signatureOf(data, secret)]);

describe('the signature of a webhook', () => {
  it.each(VECTORS)('holds for the vector $json', ({ json, secret, data, signature }) => {
    expect(padded(encode(json))).toBe(data);
    expect(signatureOf(data, secret)).toBe(signature);
    expect(() => signatureOf(data, ' ')).toThrow(TypeError);
    expect(signature).toHaveLength(28);
    expect(createWebhookVerifier({ secrets: [secret] }).verify(data, signature)).toBe(true);
  });

  it('is invalid if it or the data is changed, and in another alphabet', () => {
    const [{ secret, data, signature }] = VECTORS;
    const { verify } = createWebhookVerifier({ secrets: [secret] });
    for (let index = 0; index < signature.length; index += 1) {
      const other = signature[index] === 'A' ? 'B' : 'A';
      expect(verify(data, signature.slice(0, index) + other + signature.slice(index + 1))).toBe(false);
    }
    const { length } = signature;
    for (const wrong of ['', signature.slice(0, length - 1), `${signature}=`, signature.replace('-', '+')])
      expect(verify(data, wrong)).toBe(false);
    expect(verify(`${data}=`, signature)).toBe(false);
    expect(verify(data.slice(1), signature)).toBe(false);
    expect(createWebhookVerifier({ secrets: [`${secret}x`] }).verify(data, signature)).toBe(false);
  });

  it('holds by the previous secret too while the key is changed', () => {
    const { verify } = createWebhookVerifier({ secrets: ['now', 'before'] });
    expect(verify('e30=', signatureOf('e30=', 'now'))).toBe(true);
    expect(verify('e30=', signatureOf('e30=', 'before'))).toBe(true);
    expect(verify('e30=', signatureOf('e30=', 'never'))).toBe(false);
  });

  it.each([[[]], [['']], [['now', ' \n']]])('is not checked with the secrets %j', (secrets) => {
    expect(() => createWebhookVerifier({ secrets })).toThrow(TypeError);
  });
});

describe('reading a webhook', () => {
  const { readWebhook } = createWebhookVerifier({ secrets: ['now', 'before'] });
  const text = JSON.stringify({ ...PAYMENT, amount: 10.5, something_new: 'є' });

  it.each([
    ['with padding', padded(encode(text))],
    ['without padding', encode(text)],
  ])('gives the event of data %s, and its text, with further parameters beside', (_, data) => {
    const body = `data=${data}&signature=${encodeURIComponent(signatureOf(data, 'now'))}&extra=1`;
    for (const posted of [new URLSearchParams(body), signed(data, 'before')])
      expect(readWebhook(posted)).toMatchObject({
        kind: 'event',
        payment: { gatewayOrderId: 'order-0007', amountMinor: 1050, raw: { something_new: 'є' } },
        text,
      });
  });

  /** Its Base64 has both "+" and "/", wherever it is broken. */
  const odd = JSON.stringify({ ...PAYMENT, note: '>>>???'.repeat(12), more: ' >>>???', most: '  >>>???' });
  const plain = Buffer.from(odd).toString('base64');
  const broken = (end: string, length = 76) => plain.replaceAll(new RegExp(`.{${length}}`, 'g'), `$&${end}`);
  it.each([
    ['standard Base64', plain],
    ['standard Base64 without padding', plain.replace(/=+$/, '')],
    ['Base64 in lines of 76 with CRLF', broken('\r\n')],
    ['Base64 in lines of 64 with LF', broken('\n', 64)],
    ['Base64Url with a line end behind it', `${encode(odd)}\n`],
    ['Base64Url with a blank before it', ` ${encode(odd)}`],
    ['both alphabets', plain.replace('+', '-')],
  ])('takes signed data in %s, as a form encodes it', (_, data) => {
    expect(data.length).toBeGreaterThan(300);
    const posted = new URLSearchParams(String(signed(data)));
    expect(readWebhook(posted)).toMatchObject({ kind: 'event', text: odd });
  });

  it.each([
    ['standard Base64', plain],
    ['lines with CRLF', broken('\r\n')],
  ])('takes %s whose "+" was not encoded, and so became a blank', (_, data) => {
    expect(data).toMatch(/\+.*\//s);
    const posted = new URLSearchParams(`data=${data}&signature=${signatureOf(data, 'now')}`);
    expect(posted.get('data')).toContain(' ');
    expect(readWebhook(posted)).toMatchObject({ kind: 'event', text: odd });
    expect(readWebhook(new URLSearchParams(`data=${data}&signature=${signatureOf(data, 'never')}`))).toEqual({
      kind: 'bad-signature',
    });
  });

  it.each([
    ['in the other alphabet', plain, encode(odd)],
    ['without its line ends', plain, broken('\r\n')],
    ['without padding', encode('{"a":1}'), padded(encode('{"a":1}'))],
    ['with other blanks for its "+"', plain.replace('+', '\t'), plain],
  ])('gives "bad-signature" for data that means the same, but was signed otherwise: %s', (_, data, other) => {
    expect(data).not.toBe(other);
    expect(readWebhook(form(['data', data], ['signature', signatureOf(other, 'now')]))).toEqual({
      kind: 'bad-signature',
    });
  });

  const data = encode(text);
  const signature = signatureOf(data, 'now');
  it.each<[string, URLSearchParams]>([
    ['no signature', form(['data', data])],
    ['no data', form(['signature', signature])],
    ['an empty signature', form(['data', data], ['signature', ''])],
    ['empty data', form(['data', ''], ['signature', signatureOf('', 'now')])],
    ['data twice', form(['data', data], ['data', data], ['signature', signature])],
    ['other data first', form(['data', 'e30='], ['data', data], ['signature', signature])],
    ['the signature twice', form(['data', data], ['signature', signature], ['signature', signature])],
    ['a signature by another secret', signed(data, 'never')],
    [
      'data changed after signing',
      form(['data', encode(text.replace('10.5', '0.5'))], ['signature', signature]),
    ],
  ])('gives "bad-signature" with %s', (_, given) => {
    expect(readWebhook(given)).toEqual({ kind: 'bad-signature' });
  });

  it.each([
    ['no Base64Url', '{}'],
    ['with something behind it', `${encode(JSON.stringify(PAYMENT))}!`],
    ['with too much padding', `${encode(JSON.stringify(PAYMENT))}===`],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64url')],
    ['no JSON', encode('{"order_id":')],
    ['no event', encode('{}')],
    ['an event without status', encode(JSON.stringify({ ...PAYMENT, status: null }))],
  ])('gives "unreadable" where signed data is %s', (_, data) => {
    expect(readWebhook(signed(data))).toMatchObject({ kind: 'unreadable', text: data });
  });
});

describe('a webhook made for tests', () => {
  it('is accepted and read as one of the gateway, also as a text that was posted', () => {
    const form = testWebhook({ ...PAYMENT, description: 'Дві книги ?>' }, 'now');
    for (const posted of [form, new URLSearchParams(String(form))])
      expect(createWebhookVerifier({ secrets: ['now'] }).readWebhook(posted)).toMatchObject({
        kind: 'event',
        payment: { gatewayOrderId: PAYMENT.order_id, status: 'success', amountMinor: 1010 },
      });
    expect(createWebhookVerifier({ secrets: ['other'] }).readWebhook(form).kind).toBe('bad-signature');
  });
});
