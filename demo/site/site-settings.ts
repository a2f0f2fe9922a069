import { toBase64, toBase64url } from '../../server/contract/base64url.ts';
import { completeCredentials, type SandboxCredentials } from '../../server/sandbox/credentials.ts';
import { DEFAULT_SETTINGS } from '../../server/sandbox/settings.ts';
import { readSettings, type Settings } from '../../server/settings.ts';

export const MERCHANT_NAME = 'Kettle & Wool';

/** Secrets shared by shop, companion and sandbox; generated at the first visit. */
export interface SiteSecrets {
  gateway: SandboxCredentials;
  orderSecret: string;
  merchantApiKey: string;
  merchantWebhookSecret: string;
}

export function makeSecrets(): SiteSecrets {
  return {
    gateway: completeCredentials(),
    orderSecret: toBase64url(randomBytes(32)),
    merchantApiKey: toBase64url(randomBytes(24)),
    merchantWebhookSecret: `whsec_${toBase64(randomBytes(24))}`,
  };
}

/** The companion's settings, by their names on a server. */
export function siteSettings(base: string, secrets: SiteSecrets): Settings {
  const { gateway, orderSecret, merchantApiKey, merchantWebhookSecret } = secrets;
  const settings = readSettings({
    PUBLIC_URL: `${base}/pay`,
    GATEWAY_URL: `${base}/sandbox`,
    GATEWAY_POS_ID: gateway.posId,
    GATEWAY_API_KEY: gateway.apiKey,
    GATEWAY_API_SECRET: gateway.apiSecret,
    GATEWAY_ENDPOINTS_KEY: gateway.endpointsKey,
    ORDER_SECRET: orderSecret,
    MERCHANT_API_KEY: merchantApiKey,
    MERCHANT_WEBHOOK_URL: `${base}/webhook`,
    MERCHANT_WEBHOOK_SECRET: merchantWebhookSecret,
    MERCHANT_NAME,
    SUB_MERCHANTS: DEFAULT_SETTINGS.subMerchants.join(),
    // Declines are demonstrated here again and again.
    LIMITS: 'off',
  });
  // The address does not show that the gateway is a sandbox.
  return { ...settings, test: true };
}

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
