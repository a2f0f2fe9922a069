import { describe, expect, it } from 'vitest';
import { createWebhookVerifier, signatureOf } from './webhook.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const signed = (data: string) => new URLSearchParams({ data, signature: signatureOf(data, 'now') });

describe('signed data is unreadable', () => {
  const event = (note: string) =>
    JSON.stringify({ order_id: '007', method: 'purchase', status: 'success', note });
  const kindOf = (data: string) => createWebhookVerifier({ secrets: ['now'] }).readWebhook(signed(data)).kind;

  it.each([
    ['in the alphabet of plain Base64', Buffer.from(event('???>>>')).toString('base64')],
    ['with a blank before it', ` ${encode(event('x'))}`],
    ['with something behind it', `${encode(event('x'))}!`],
    ['with too much padding', `${encode(event('x'))}===`],
    ['that is no UTF-8', Buffer.from(event('x').replace('x', '\u00ff'), 'latin1').toString('base64url')],
  ])('%s', (_, data) => {
    expect(kindOf(data)).toBe('unreadable');
    expect(kindOf(encode(event('???>>>')))).toBe('event');
  });
});
