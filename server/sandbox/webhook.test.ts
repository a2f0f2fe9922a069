import { expect, test } from 'vitest';
import { WEBHOOK_VECTORS } from '../contract/testing/webhook-vectors.ts';
import { encodeData, signData } from './webhook.ts';

test.each(WEBHOOK_VECTORS)(
  '$json is encoded and signed as the vectors say',
  ({ json, secret, data, signature }) => {
    expect(encodeData(json)).toBe(data);
    expect(signData(data, secret)).toBe(signature);
  },
);
