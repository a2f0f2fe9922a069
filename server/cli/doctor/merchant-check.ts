import { type Check, ok, warn } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the merchant is told of changes and may ask, by presence alone. */
export function checkMerchant(env: Environment): Check[] {
  const has = (name: string) => Boolean(env[name]?.trim());
  return [
    has('MERCHANT_WEBHOOK_URL') && has('MERCHANT_WEBHOOK_SECRET')
      ? ok('merchant-webhook', 'MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET are set')
      : warn(
          'merchant-webhook',
          'not set',
          'Your shop is not told of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.',
        ),
    has('MERCHANT_API_KEY')
      ? ok('merchant-api', 'MERCHANT_API_KEY is set')
      : warn(
          'merchant-api',
          'off',
          'Set MERCHANT_API_KEY to use it, and the commands of pay-form that ask it.',
        ),
  ];
}
