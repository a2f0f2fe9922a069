import { randomBytes, randomUUID } from 'node:crypto';
import { createCompanion } from '../companion.ts';
import { mintedOrderSchema } from '../contract/merchant-api.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { readSettings } from '../settings.ts';

/** What this release itself answers at an address. */
export interface OwnRelease {
  answer(path: string): Promise<Response>;
  /** The payment page of an order. @param language as in `<html lang>` */
  paymentPage(language: string): Promise<Response>;
  close(): Promise<void>;
}

/**
 * A companion of this release in memory, with settings made up for it: it shows what the served one must answer.
 * @param base the public address, without a trailing slash
 * @throws SettingsError if no companion can have this address
 */
export async function openOwnRelease(base: string, files: readonly WidgetFile[]): Promise<OwnRelease> {
  const secret = randomBytes(32).toString('hex');
  const settings = readSettings({
    PUBLIC_URL: base,
    // Nothing calls it.
    GATEWAY_URL: 'http://127.0.0.1',
    GATEWAY_POS_ID: randomUUID(),
    GATEWAY_API_KEY: secret,
    GATEWAY_API_SECRET: secret,
    GATEWAY_ENDPOINTS_KEY: secret,
    MERCHANT_API_KEY: secret,
    ORDER_SECRET: secret,
    DATABASE_URL: 'file::memory:',
  });
  const companion = await createCompanion(settings, { log: () => {}, widgetFiles: files });
  const ask = (address: string, init?: RequestInit) =>
    companion.fetch(new Request(address, init), { peerAddress: '127.0.0.1' });
  return {
    answer: (path) => ask(`${base}/${path}`),
    async paymentPage(language) {
      const answer = await ask(`${base}/api/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'A-1', amount: '1.00', currency: 'EUR', description: '-' }),
      });
      const { url } = mintedOrderSchema.parse(await answer.json());
      return ask(url, { headers: { 'accept-language': language } });
    },
    close: () => companion.stop(),
  };
}
