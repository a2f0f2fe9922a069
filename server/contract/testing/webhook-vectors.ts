/**
 * For tests: data and signatures of webhooks. The first is published by the gateway; the others fix alphabet, UTF-8 and
 * numbers that re-encoding would change.
 */
export const WEBHOOK_VECTORS = [
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
] as const;
