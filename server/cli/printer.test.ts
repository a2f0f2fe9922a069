import { expect, it } from 'vitest';
import type { OrderView } from '../contract/merchant-api.ts';
import { BASE, json, ran } from './testing/terminal.ts';
import { MESSAGE, PAYMENT, REFUND, REVIEW } from './testing/views.ts';

const ORDER: OrderView = {
  order: {
    id: 'A-1001',
    amount: '24.50',
    currency: 'EUR',
    description: 'Clay mug',
    customerId: null,
    method: 'purchase',
    split: null,
    url: 'https://pay.shop.example/pay/order/l-1',
    createdAt: '2026-11-21T08:59:00.000Z',
    closedAt: null,
  },
  allowed: { capture: null, void: false, refund: '19.50', cancel: false, close: false },
  payments: [PAYMENT],
  operations: [REFUND],
  review: [],
  events: [
    {
      at: '2026-11-21T09:00:00.123Z',
      type: 'payment.created',
      paymentId: PAYMENT.id,
      operationId: null,
      source: null,
      result: null,
      method: 'purchase',
      status: 'unknown',
      statusCode: null,
      transactionId: null,
      amount: null,
      comment: null,
    },
    {
      at: '2026-11-21T09:30:01.000Z',
      type: 'resolved',
      paymentId: PAYMENT.id,
      operationId: REFUND.id,
      source: 'person',
      result: 'applied',
      method: 'refund',
      status: 'success',
      statusCode: '1004',
      transactionId: null,
      amount: null,
      comment: 'seen in the portal',
    },
  ],
};

const page = (data: object[], more = {}) => json({ data, nextCursor: null, ...more });

const MAIN = {
  id: 'a-1',
  name: 'Main',
  currency: 'UAH',
  balances: { available: '1000.50', rollingReserve: '-1.00' },
};
const OTHER = { ...MAIN, id: 'a-2', name: 'Other', balances: { available: null, rollingReserve: null } };
const TERMINAL = { id: 't-1', name: 'Cards', currency: 'UAH', balances: { available: '10.50' } };

const body = { paymentId: PAYMENT.id };
const calls = [{ action: 'refund', method: 'POST', path: '/api/orders/A-7/refund', body, shares: null }];
const OVERDUE = { ...REVIEW, operationId: REFUND.id, reason: 'overdue', field: null, orderId: 'A-7', calls };
const UNAVAILABLE = { failed: [{ id: 't-2', message: 'The terminal is down' }] };

const RESENT = { result: 'in-review', payment: { ...PAYMENT, status: 'unknown' }, operation: null };
const SPLIT = [{ subMerchantId: 's-1', amount: '3.00' }];

it.each<[line: string, answer: Response, shown: string]>([
  [
    'orders A-1001',
    json({ ...ORDER, review: [REVIEW] }),
    `Order
  id           A-1001
  amount       24.50
  currency     EUR
  description  Clay mug
  method       purchase
  url          ${BASE}/order/l-1
  created at   2026-11-21T08:59:00Z

Allowed
  void    no
  refund  19.50
  cancel  no
  close   no

Payments
CREATED AT            ORDER ID  METHOD    MODE    STATUS   AMOUNT  CURRENCY  ID                                    STATUS CODE  STATUS DESCRIPTION
2026-11-21T09:00:00Z  A-1001    purchase  direct  success   24.50  EUR       5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  1000         transaction successful

Operations
CREATED AT            ORDER ID  METHOD  STATUS   AMOUNT  CURRENCY  ID                                    STATUS CODE  STATUS DESCRIPTION
2026-11-21T09:30:00Z  A-1001    refund  success    5.00  EUR       c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  1004         refund successful

Needs review
SINCE                 ORDER ID  REASON    FIELD   PAYMENT ID                            RESOLVED BY
2026-11-21T09:00:03Z  A-1001    mismatch  amount  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  POST /api/payments/5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21/resolve

Timeline
AT                    TYPE             METHOD    STATUS   STATUS CODE  SOURCE  RESULT   PAYMENT ID                            OPERATION ID                          COMMENT
2026-11-21T09:00:00Z  payment.created  purchase  unknown                                5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
2026-11-21T09:30:01Z  resolved         refund    success  1004         person  applied  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  seen in the portal
`,
  ],
  [
    'review',
    page([REVIEW, OVERDUE]),
    `SINCE                 ORDER ID  REASON    FIELD   PAYMENT ID                            OPERATION ID                          RESOLVED BY
2026-11-21T09:00:03Z  A-1001    mismatch  amount  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21                                        POST /api/payments/5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21/resolve
2026-11-21T09:00:03Z  A-7       overdue           5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  POST /api/orders/A-7/refund {"paymentId":"5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21"}
`,
  ],
  [
    'messages',
    page([MESSAGE]),
    `CREATED AT            ORDER ID  TYPE             STATE   FAILED DELIVERIES  ID                                        LAST ERROR
2026-11-21T09:00:02Z  A-1001    payment.updated  failed                  3  msg_0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b  HTTP 500
`,
  ],
  [
    'balances',
    page([MAIN, OTHER]),
    `ID   NAME   AVAILABLE  ROLLING RESERVE  CURRENCY
a-1  Main     1000.50            -1.00  UAH
a-2  Other                              UAH
`,
  ],
  [
    'balances accounts a-1',
    json(MAIN),
    `  id        a-1
  name      Main
  currency  UAH

Balances
  available        1000.50
  rolling reserve  -1.00
`,
  ],
  [
    'balances terminals',
    page([TERMINAL], { failed: [] }),
    `ID   NAME   AVAILABLE  CURRENCY
t-1  Cards      10.50  UAH
`,
  ],
  [
    'balances terminals',
    page([TERMINAL], UNAVAILABLE),
    `ID   NAME   AVAILABLE  CURRENCY
t-1  Cards      10.50  UAH

Failed
ID   MESSAGE
t-2  The terminal is down
`,
  ],
  [
    'refund A-1001',
    json({ ...REFUND, split: SPLIT, comment: 'a\u001b[2Jb\nc' }),
    `  id                  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10
  order id            A-1001
  payment id          5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
  method              refund
  amount              5.00
  currency            EUR
  status              success
  status code         1004
  status description  refund successful
  share               3.00 for s-1
  comment             a [2Jb c
  receipt url         https://gateway.example/receipts/1
  created at          2026-11-21T09:30:00Z
  updated at          2026-11-21T09:30:01Z
`,
  ],
  [
    'resend A-1001 --operation purchase',
    json(RESENT),
    `  result  in-review (it contradicts the request or an earlier report and needs review: see \`pay-form review\`)

Payment
  id                  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
  order id            A-1001
  mode                direct
  method              purchase
  status              unknown (not known yet: the gateway gave no valid response. The companion keeps polling)
  status code         1000
  status description  transaction successful
  amount              24.50
  currency            EUR
  card mask           424242******4242
  can retry           no
  created at          2026-11-21T09:00:00Z
  updated at          2026-11-21T09:00:02Z
`,
  ],
  [
    'orders create --id A-1 --amount 1 --currency EUR --description x',
    json({ token: 't', url: `${BASE}/order/l-1` }),
    `${BASE}/order/l-1
`,
  ],
])('%s shows its answer', async (line, answer, shown) => {
  const { code, out } = await ran(line, answer);
  expect([code, out]).toEqual([0, shown]);
});
