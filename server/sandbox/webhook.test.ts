import { expect, test } from 'vitest';
import { encodeData, signData } from './webhook.ts';

/** The first is published by the gateway. */
const VECTORS = [
  {
    json: '{"name":"Joe","age":20}',
    secret: 'changeme',
    data: 'eyJuYW1lIjoiSm9lIiwiYWdlIjoyMH0=',
    signature: 'Bcj3hb-h00HrEMIoJ5nPW5ZHlVQ=',
  },
  {
    json: '{"a":"тест?>>~"}',
    secret: 'k',
    data: 'eyJhIjoi0YLQtdGB0YI_Pj5-In0=',
    signature: 'zpVRxehIUlEkB28fEwACNk2mRJo=',
  },
  { json: '{}', secret: 's3cr3t', data: 'e30=', signature: 'XypvlbCSCZvNvlQiFoGyOsGKmL8=' },
  {
    json: '{"payment_id":"x","amount":10.50}',
    secret: 'abc',
    data: 'eyJwYXltZW50X2lkIjoieCIsImFtb3VudCI6MTAuNTB9',
    signature: '6pyTH_gMwrXYQg34U1yyyhU3ETY=',
  },
];

test.each(VECTORS)(
  '$json is encoded and signed as the vectors say',
  async ({ json, secret, data, signature }) => {
    expect(encodeData(json)).toBe(data);
    expect(signData(data, secret)).toBe(signature);
  },
);
