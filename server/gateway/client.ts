import type { Gateway, GatewayPayment } from '../payments/ports.ts';
import { checkSettings, type GatewaySettings } from './gateway-settings.ts';
import { readOperationAnswer, readPayment } from './normalise.ts';
import { cancelPath, operationPath, wholeOperationBody } from './operation-request.ts';
import { type Answer, outcomeOf, type Reading } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import { directPaymentBody, hostedPaymentBody } from './payment-request.ts';
import { safeUrl } from './safe-url.ts';
import { createScrub } from './scrub.ts';
import { exchange } from './transport.ts';

export interface GatewayDeps {
  fetch?: typeof globalThis.fetch;
}

/**
 * The gateway over HTTP. Every method checks its request first and rejects with a GatewayRequestError where it
 * does not follow the interface document; nothing is sent then. Whatever else happens is an Outcome.
 * @throws TypeError naming the settings that do not hold
 */
export function createGatewayClient(settings: GatewaySettings, deps: GatewayDeps = {}): Gateway {
  checkSettings(settings);
  const { posId, timeoutMs } = settings;
  const { fetch = globalThis.fetch } = deps;
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = {
    'X-API-AUTH': `${settings.authScheme} ${settings.apiKey}:${settings.apiSecret}`,
    'X-API-KEY': settings.endpointsKey,
  };
  const ourSecrets = [settings.apiKey, settings.apiSecret, settings.endpointsKey];

  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    read: (answer: Answer) => Reading<T>,
    { body, secrets = [] }: { body?: object; secrets?: readonly (string | undefined)[] } = {},
  ) {
    const found = await exchange(
      fetch,
      {
        method,
        url: baseUrl + path,
        headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
        ...(body && { body: JSON.stringify(body) }),
      },
      timeoutMs,
    );
    const given = secrets.filter((secret) => secret !== undefined);
    return outcomeOf(found, read, createScrub([...ourSecrets, ...given]));
  }

  const asPayment = (answer: Answer) => believed(posId, answer, readPayment);
  const asPayments = (answer: Answer) => believedAll(posId, answer);

  return {
    async createDirect(payment) {
      const body = directPaymentBody(payment, settings);
      const secrets = [payment.card?.number, payment.card?.cvv, payment.cardToken];
      return call('POST', '/api/v1/payment', asPayment, { body, secrets });
    },
    async createHosted(payment) {
      const body = hostedPaymentBody(payment, settings);
      const secrets = [payment.card?.number, payment.card?.cvv];
      return call('POST', '/api/v1/payment', (answer) => asLocation(answer, baseUrl), { body, secrets });
    },
    async readOperation(gatewayOrderId, operation) {
      const path = operationPath(posId, gatewayOrderId, operation);
      return call('GET', path, (answer) =>
        believed(posId, answer, (value) => readOperationAnswer(value, operation)),
      );
    },
    async voidAuth(request) {
      return call('POST', '/api/v1/void', asPayment, { body: wholeOperationBody(request, posId) });
    },
    async refund(request) {
      return call('POST', '/api/v1/refund', asPayment, { body: wholeOperationBody(request, posId) });
    },
    async cancelHosted(gatewayOrderId) {
      return call('POST', cancelPath(posId, gatewayOrderId), asPayments);
    },
  };
}

/** A payment of ours in a 2xx answer. Whether it is the right one is for the gate of news to say. */
function believed(
  posId: string,
  { status, text }: Answer,
  read: (value: unknown) => GatewayPayment | null,
): Reading<GatewayPayment> {
  if (status < 200 || status > 299) return { disbelief: 'unexpected-status' };
  const payment = read(parseJson(text));
  if (!payment) return { disbelief: 'no-payment' };
  const foreign = payment.posId !== null && payment.posId.toLowerCase() !== posId.toLowerCase();
  return foreign ? { disbelief: 'another-pos-id' } : { value: payment };
}

/** Endpoint 8 answers an array; it is believed whole or not at all. */
function believedAll(posId: string, answer: Answer): Reading<GatewayPayment[]> {
  const value = parseJson(answer.text);
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const payments: GatewayPayment[] = [];
  for (const element of elements) {
    const reading = believed(posId, answer, () => readPayment(element));
    if (!('value' in reading)) return reading;
    payments.push(reading.value);
  }
  return payments.length > 0 ? { value: payments } : { disbelief: 'no-payment' };
}

/** Hosted: 303 and nothing else. A 200 may have created a payment whose page nobody knows. */
function asLocation({ status, location }: Answer, baseUrl: string): Reading<{ location: string }> {
  if (status !== 303) return { disbelief: 'unexpected-status' };
  const address = safeUrl(location, `${baseUrl}/`);
  return address ? { value: { location: address } } : { disbelief: 'no-location' };
}
