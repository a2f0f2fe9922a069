import { POS_ID } from '../payments/testing/gateway.ts';
import type { WidgetFile } from '../routes/widget.ts';
import type { startSandbox } from '../sandbox/start.ts';
import { ORDER_SECRET } from './companion.ts';

/** For tests: a valid environment, with nothing at the gateway's address, and a store in memory. */
export const ENVIRONMENT = {
  PUBLIC_URL: 'http://shop.example/pay',
  GATEWAY_URL: 'http://127.0.0.1:9',
  GATEWAY_POS_ID: POS_ID,
  GATEWAY_API_KEY: 'key',
  GATEWAY_API_SECRET: 'secret',
  GATEWAY_ENDPOINTS_KEY: 'endpoints',
  ORDER_SECRET,
  DATABASE_URL: 'file::memory:',
};

/** The settings of a companion of this sandbox, beside those above. */
export function settingsFor({
  url,
  credentials,
}: Pick<Awaited<ReturnType<typeof startSandbox>>, 'url' | 'credentials'>) {
  return {
    PORT: '0',
    GATEWAY_URL: url,
    GATEWAY_POS_ID: credentials.posId,
    GATEWAY_API_KEY: credentials.apiKey,
    GATEWAY_API_SECRET: credentials.apiSecret,
    GATEWAY_ENDPOINTS_KEY: credentials.endpointsKey,
    ORDER_SECRET,
  };
}

/** Replaces the built widget. */
export const WIDGET: readonly WidgetFile[] = [
  { name: 'pay-form.js', body: new Uint8Array(1), brotli: new Uint8Array(1), hash: 'h' },
];
