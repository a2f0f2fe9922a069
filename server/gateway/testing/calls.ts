import type { Gateway } from '../../payments/gateway-port.ts';
import { CARD, DIRECT, HOSTED, SHARES } from './payments.ts';

/** One call of every endpoint, for tests that apply to all of them. */

export const ACCOUNT_ID = '11111111-2222-4333-8444-555555555555';
export const TRANSACTION_ID = '99999999-8888-4777-8666-555555555555';

export const WHOLE = {
  gatewayOrderId: 'order-0007',
  currency: 'UAH',
  serverUrl: 'https://pay.shop.example/pay/webhook',
};
const SPLIT = { ...WHOLE, amountMinor: 1010, split: SHARES };
const split = { method: 'purchase', split: SHARES } as const;

export const CHARGES = {
  createDirect: (gateway: Gateway) => gateway.createDirect(DIRECT),
  createHosted: (gateway: Gateway) => gateway.createHosted(HOSTED),
  'createHosted lookup': (gateway: Gateway) =>
    gateway.createHosted({ ...HOSTED, method: 'lookup', card: CARD }),
  createSplitDirect: (gateway: Gateway) => gateway.createSplitDirect({ ...DIRECT, ...split }),
  createSplitHosted: (gateway: Gateway) => gateway.createSplitHosted({ ...HOSTED, ...split }),
  capture: (gateway: Gateway) => gateway.capture(WHOLE),
  splitCapture: (gateway: Gateway) => gateway.splitCapture(SPLIT),
  voidAuth: (gateway: Gateway) => gateway.voidAuth(WHOLE),
  refund: (gateway: Gateway) => gateway.refund(WHOLE),
  splitRefund: (gateway: Gateway) => gateway.splitRefund(SPLIT),
  cancelHosted: (gateway: Gateway) => gateway.cancelHosted('order-0007'),
} as const;

export const READS = {
  accounts: (gateway: Gateway) => gateway.accounts(),
  account: (gateway: Gateway) => gateway.account(ACCOUNT_ID),
  terminals: (gateway: Gateway) => gateway.terminals(),
  terminal: (gateway: Gateway) => gateway.terminal(ACCOUNT_ID),
  receipt: (gateway: Gateway) => gateway.receipt({ gatewayOrderId: 'order-0007', format: 'pdf' }),
  receiptsOfDay: (gateway: Gateway) => gateway.receiptsOfDay({ date: '2026-02-28', format: 'html' }),
  readOperation: (gateway: Gateway) => gateway.readOperation('order-0007', 'purchase'),
  readOrder: (gateway: Gateway) => gateway.readOrder('order-0007'),
} as const;
