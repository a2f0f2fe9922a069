import { type Check, fail, ok, warn } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether the merchant is notified of changes and may use the API, whether payers see the merchant's name, and whether its
 * sub-merchants are configured: by presence, and by the results of the settings' own check.
 * @param found the checks of the settings; failed ones begin with the name of a setting
 */
export function checkMerchant(env: Environment, found: readonly Check[]): Check[] {
  const isWrong = (name: string) =>
    found.some(({ status, message }) => status === 'fail' && message.startsWith(`${name} `));
  const has = (name: string) => Boolean(env[name]?.trim());
  const checks: [name: string, settings: string[]][] = [
    ['merchant-webhook', ['MERCHANT_WEBHOOK_URL', 'MERCHANT_WEBHOOK_SECRET']],
    ['merchant-api', ['MERCHANT_API_KEY']],
    ['merchant-name', ['MERCHANT_NAME', 'MERCHANT_LOGO_URL', 'MERCHANT_CONTACT']],
    ['sub-merchants', ['SUB_MERCHANTS']],
  ];
  const wrong = new Map(checks.map(([name, settings]) => [name, settings.find(isWrong)]));
  return present(has).map((check) => {
    const setting = wrong.get(check.name);
    return setting ? fail(check.name, `${setting} is invalid`, 'See the reason above.') : check;
  });
}

function present(has: (name: string) => boolean): Check[] {
  return [
    has('MERCHANT_WEBHOOK_URL') && has('MERCHANT_WEBHOOK_SECRET')
      ? ok('merchant-webhook', 'MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET are set')
      : warn(
          'merchant-webhook',
          'not set',
          'Your shop is not notified of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.',
        ),
    has('MERCHANT_API_KEY')
      ? ok('merchant-api', 'MERCHANT_API_KEY is set')
      : warn(
          'merchant-api',
          'off',
          'Set MERCHANT_API_KEY to use the merchant API and the commands that call it.',
        ),
    has('MERCHANT_NAME')
      ? ok('merchant-name', 'MERCHANT_NAME is set')
      : warn(
          'merchant-name',
          'not set',
          'The payment page does not show whom the customer pays; set MERCHANT_NAME, MERCHANT_LOGO_URL and MERCHANT_CONTACT.',
        ),
    // Most merchants have none, so their absence is no warning. No endpoint of the gateway lists them.
    has('SUB_MERCHANTS')
      ? ok('sub-merchants', 'SUB_MERCHANTS is set')
      : ok(
          'sub-merchants',
          'SUB_MERCHANTS is not set',
          'If you split payments, only the gateway refuses unknown sub-merchants then; set it to check them here.',
        ),
  ];
}
