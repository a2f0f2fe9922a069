import { expect, it } from 'vitest';
import { CARD } from '../../contract/test-fixtures.ts';
import { gatewayPayment } from '../test-gateway.ts';
import { forgetCard } from './forget-card.ts';

it.each([
  'Card 4242424242424242 was declined',
  'Card 4242 4242 4242 4242 was declined',
  'Card 4242-4242-4242-4242 was declined',
  'CVV 927 is wrong',
  '{"card_cvv":"927"}',
])('the description "%s" is not kept', (statusDescription) => {
  expect(forgetCard(gatewayPayment({ statusDescription }), { card: CARD }).statusDescription).toBeNull();
});

it.each(['Insufficient funds', 'Limit of 9270 reached', 'Card 424242******4242'])(
  'the description "%s" is kept',
  (text) => {
    expect(forgetCard(gatewayPayment({ statusDescription: text }), { card: CARD }).statusDescription).toBe(
      text,
    );
  },
);

it.each(['actionUrl', 'receiptUrl'] as const)('%s is kept unless it holds the number', (field) => {
  const after = (url: string) => forgetCard(gatewayPayment({ [field]: url }), { card: CARD })[field];
  expect(after('https://a.example/927/1234567890123456')).toBe('https://a.example/927/1234567890123456');
  expect(after('https://a.example/?pan=4242424242424242')).toBeNull();
  expect(after('https://a.example/?pan=%34242424242424242')).toBeNull();
  expect(after('https://a.example/?%=4242%204242%204242%204242')).toBe(null);
});

it('unknown fields are not kept', () => {
  const answer = gatewayPayment({ raw: { cc_number: CARD.number }, comment: `card ${CARD.number}` });
  expect(forgetCard(answer, { card: CARD })).toMatchObject({ raw: {}, comment: null });
});

it('a card token is forgotten like the card', () => {
  const cardToken = 'rcr:c2FtcGxl+/8=';
  const url = (token: string) => `https://a.example/?token=${token}`;
  const one = gatewayPayment({ statusDescription: `Token ${cardToken} expired`, actionUrl: url(cardToken) });
  const other = gatewayPayment({
    statusDescription: 'Token expired',
    receiptUrl: url(encodeURIComponent(cardToken)),
  });
  expect(forgetCard(one, { cardToken })).toMatchObject({ statusDescription: null, actionUrl: null });
  expect(forgetCard(other, { cardToken })).toMatchObject({
    statusDescription: 'Token expired',
    receiptUrl: null,
  });
});
