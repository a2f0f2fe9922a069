/** What a merchant's program does with `pay-form/gateway`, on every runtime. */

interface Outcome {
  kind: string;
  value?: { status?: string; body?: ReadableStream<Uint8Array> };
}

type Call = (request: object) => Promise<Outcome>;

/** `pay-form/gateway`, as far as it is used here. */
export interface ClientModule {
  createGatewayClient(settings: object): Record<'createHosted' | 'createDirect' | 'refund' | 'receipt', Call>;
  createWebhookVerifier(settings: object): { readWebhook(form: URLSearchParams): { kind: string } };
  testWebhook(event: object, secret: string): URLSearchParams;
}

export interface Addresses {
  sandbox: string;
  broken: string;
  /** an address where nothing listens */
  closed: string;
  /** an address with a trusted certificate */
  trusted: string;
  /** an address with an untrusted certificate */
  untrusted: string;
  posId: string;
  apiKey: string;
  apiSecret: string;
  endpointsKey: string;
}

/** Every POST to the broken gateway. The request after an answered one reuses its connection. */
export const POSTS = [
  'good-1',
  'reset-2',
  'good-3',
  'reset-4',
  'good-5',
  'close-6',
  'misdirected-7',
] as const;

export const EXPECTED: Readonly<Record<string, string>> = {
  'hosted page': 'answered',
  'direct payment': 'success',
  refund: 'success',
  receipt: '%PDF-',
  webhook: 'event',
  'forged webhook': 'bad-signature',
  ...Object.fromEntries(POSTS.map((post) => [post, post.startsWith('good') ? 'answered' : 'unknown'])),
  'nobody listens': 'not-sent',
  'TLS, trusted': 'answered',
  'TLS, untrusted': 'not-sent',
};

const SHARED = {
  method: 'purchase',
  amountMinor: 1010,
  currency: 'UAH',
  description: 'Two books',
  threeDs: 'supported',
  customer: { firstName: 'Olena', lastName: 'Koval', email: 'olena@shop.example', phone: '+380501234567' },
  serverUrl: 'https://shop.example/webhook',
  resultUrl: 'https://shop.example/thanks',
};
const HOSTED = { ...SHARED, microfinanceOrIgaming: false };
const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '860',
  browserScreenWidth: '1280',
  browserJavaEnabled: 'false',
  browserLanguage: 'en',
  browserTimeZone: 'Europe/Kyiv',
  browserTimeZoneOffset: '-120',
  browserAcceptHeader: '*/*',
  browserIpAddress: '198.51.100.7',
  browserUserAgent: 'runtimes',
};

export async function exercise(
  client: ClientModule,
  { sandbox, broken, closed, trusted, untrusted, ...credentials }: Addresses,
): Promise<Record<string, string>> {
  const at = (baseUrl: string) => client.createGatewayClient({ ...credentials, baseUrl, timeoutMs: 10_000 });
  const gateway = at(sandbox);
  const card = {
    number: '4242424242424242',
    expMonth: 12,
    expYear: new Date().getFullYear() + 2,
    cvv: '123',
  };
  const direct = { ...SHARED, card, customerIp: '198.51.100.7', fingerprint: FINGERPRINT };
  const orderId = crypto.randomUUID().slice(0, 18);
  const found: Record<string, string> = {};

  found['hosted page'] = (await gateway.createHosted({ ...HOSTED, gatewayOrderId: `${orderId}-h` })).kind;
  found['direct payment'] = statusOf(await gateway.createDirect({ ...direct, gatewayOrderId: orderId }));
  const refund = { gatewayOrderId: orderId, currency: 'UAH', amountMinor: 510, serverUrl: SHARED.serverUrl };
  found['refund'] = statusOf(await gateway.refund(refund));
  found['receipt'] = await beginningOf(await gateway.receipt({ gatewayOrderId: orderId, format: 'pdf' }));

  const { apiSecret } = credentials;
  const verifier = client.createWebhookVerifier({ secrets: [apiSecret] });
  const event = { order_id: orderId, method: 'purchase', status: 'success' };
  found['webhook'] = verifier.readWebhook(client.testWebhook(event, apiSecret)).kind;
  found['forged webhook'] = verifier.readWebhook(client.testWebhook(event, 'another secret')).kind;

  const unsteady = at(broken);
  for (const post of POSTS)
    found[post] = (await unsteady.createHosted({ ...HOSTED, gatewayOrderId: post })).kind;
  for (const [name, url] of Object.entries({
    'nobody listens': closed,
    'TLS, trusted': trusted,
    'TLS, untrusted': untrusted,
  }))
    found[name] = (await at(url).createHosted({ ...HOSTED, gatewayOrderId: orderId })).kind;
  return found;
}

const statusOf = ({ kind, value }: Outcome): string => value?.status ?? kind;

async function beginningOf({ kind, value }: Outcome): Promise<string> {
  if (!value?.body) return kind;
  const bytes = new Uint8Array(await new Response(value.body).arrayBuffer());
  return new TextDecoder().decode(bytes.subarray(0, 5));
}
