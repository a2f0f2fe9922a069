import type { Rival } from './rival-files.ts';

/** Nobody's keys: they only have to look right, because no server is asked. */
const CLIENT_KEY = 'test_BENCH';
const MERCHANT = 'none';

const ADYEN: Rival = {
  name: 'adyen-web Core + Card',
  version: '@adyen/adyen-web@6.45.2',
  module: `export { AdyenCheckout, Card } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';`,
  start: `import { AdyenCheckout, Card } from './rival.js';
const checkout = await AdyenCheckout({
  clientKey: '${CLIENT_KEY}', environment: 'test', countryCode: 'NL', locale: 'en-US',
  amount: { value: 2450, currency: 'EUR' }, analytics: { enabled: false }, risk: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc'] }] },
});
new Card(checkout).mount('#form');`,
  stylesheetId: 'style',
  numberFrame: '#form [data-cse=encryptedCardNumber] iframe',
  answers: {},
};

const BRAINTREE: Rival = {
  name: 'braintree-web-drop-in',
  version: 'braintree-web-drop-in@1.48.0',
  module: `export { default } from 'braintree-web-drop-in';
import 'braintree-web-drop-in/dropin.css';`,
  start: `import dropin from './rival.js';
const token = { version: 2, environment: 'sandbox', authorizationFingerprint: '${MERCHANT}', configUrl: new URL('./configuration', location.href).href };
await dropin.create({ authorization: btoa(JSON.stringify(token)), container: '#form', locale: 'en' });`,
  // It loads the sheet itself if none has this id.
  stylesheetId: 'braintree-dropin-stylesheet',
  numberFrame: '#form .braintree-form__hosted-field iframe',
  answers: {
    configuration: {
      environment: 'sandbox',
      merchantId: MERCHANT,
      clientApiUrl: `https://api.sandbox.braintreegateway.com/merchants/${MERCHANT}/client_api`,
      assetsUrl: 'https://assets.braintreegateway.com',
      analytics: { url: `https://origin-analytics-sand.sandbox.braintree-api.com/${MERCHANT}` },
      challenges: ['cvv'],
      creditCards: { supportedCardTypes: ['Visa', 'MasterCard'] },
      threeDSecureEnabled: false,
    },
  },
};

export const RIVALS: readonly Rival[] = [ADYEN, BRAINTREE];

/** A page with only the rival's card form; its files are loaded at once, in parallel. */
export const rivalPage = ({ start, stylesheetId }: Rival): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">
<link rel="stylesheet" id="${stylesheetId}" href="./rival.css"><link rel="modulepreload" href="./rival.js">
<script type="module">${start}</script></head>
<body><div id="form"></div></body>
</html>`;
