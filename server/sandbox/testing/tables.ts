import { WHOLE_FINGERPRINT } from '../../contract/testing/fixtures.ts';

export type Fields = Record<string, unknown>;

export const POS = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
/** The first two sub-merchants of the project. */
export const A = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';
export const B = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02';
/** Shares of 100 UAH. */
export const SPLIT = [
  { amount: 70, sub_merchant_id: A },
  { amount: 30, sub_merchant_id: B },
];
export const CARD: Fields = { cc_number: '4242424242424242', exp_month: 12, exp_year: 30, card_cvv: '123' };

/** A good value of every parameter that direct and hosted payments share, but for `mode` and `method`. */
export const STATED: Fields = {
  pos_id: POS,
  amount: 100,
  currency: 'UAH',
  description: 'A pair of boots',
  order_id: 'order-1',
  order_3ds_bypass: 'supported',
  customer_id: 'c1',
  customer_fname: 'Olha',
  customer_lname: 'Kobylianska',
  customer_patronym: 'Yulianivna',
  customer_email: 'buyer@shop.example',
  customer_phone: '+380501234567',
  customer_birthday: '1990-02-28',
  customer_country: 'UA',
  server_url: 'http://127.0.0.1:9/webhook',
  result_url: 'https://shop.example/return',
  merchant_mcc: '5411',
  payload: 'mine',
};

export const DIRECT: Fields = {
  ...STATED,
  ...CARD,
  mode: 'direct',
  customer_ip: '203.0.113.7',
  browser_fingerprint: WHOLE_FINGERPRINT,
};
