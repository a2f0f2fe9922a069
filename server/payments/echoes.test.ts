import { describe, expect, it } from 'vitest';
import { CARD } from '../contract/test-fixtures.ts';
import { forgetCard, namesCard } from './echoes.ts';
import { gatewayPayment } from './test-gateway.ts';

const TOKEN = 'rcr:dG9rZW4=';

describe('an answer of the gateway', () => {
  it.each([
    ['the card number', { card: CARD }, 'Declined: 4242424242424242'],
    ['the card number in groups', { card: CARD }, 'Declined: 4242 4242-4242.4242'],
    ['the CVV', { card: CARD }, 'Wrong CVV 927'],
    ['the card token', { cardToken: TOKEN }, `Unknown token ${TOKEN}`],
  ])('is kept without a text that contains %s', (_what, charged, text) => {
    const answer = gatewayPayment({ statusDescription: text, comment: text, statusCode: '4153' });
    expect(forgetCard(answer, charged)).toMatchObject({
      statusDescription: null,
      comment: null,
      statusCode: '4153',
    });
  });

  it.each([
    ['the card number', { card: CARD }, '4242424242424242'],
    ['the percent-encoded card number', { card: CARD }, '4242%34242%34242%34242'],
    ['the card token', { cardToken: TOKEN }, TOKEN],
    ['the percent-encoded card token', { cardToken: TOKEN }, encodeURIComponent(TOKEN)],
  ])('is kept without an address that contains %s', (_what, charged, part) => {
    const url = `https://bank.example/acs?pan=${part}`;
    const answer = gatewayPayment({ actionUrl: url, receiptUrl: url, status: 'pending' });
    expect(forgetCard(answer, charged)).toMatchObject({
      actionUrl: null,
      receiptUrl: null,
      status: 'pending',
    });
  });

  it('keeps texts and addresses without card data, also with longer numbers around the CVV’s digits', () => {
    const told = {
      statusDescription: 'Order 19270, insufficient funds',
      comment: 'Two books',
      actionUrl: 'https://bank.example/acs/927',
      receiptUrl: 'https://gateway.example/receipt/1',
    };
    expect(forgetCard(gatewayPayment(told), { card: CARD })).toMatchObject(told);
    expect(forgetCard(gatewayPayment(told), { cardToken: TOKEN })).toMatchObject(told);
  });

  it('loses its unknown fields, which may contain anything', () => {
    const answer = gatewayPayment({ raw: { pan: CARD.number } });
    expect(JSON.stringify(forgetCard(answer, { card: CARD }))).not.toContain(CARD.number);
  });
});

it('an address without a card names none', () => {
  expect(namesCard('https://gateway.example/4242424242424242', {})).toBe(false);
  expect(namesCard('https://gateway.example/4242424242424242', { card: CARD })).toBe(true);
});
