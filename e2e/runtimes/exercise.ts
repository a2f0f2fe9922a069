/**
 * What a merchant's program does with `pay-form/gateway`; a program of its own, run by every runtime. It prints what each
 * call ended as, by its name, as JSON.
 */

interface Outcome {
  kind: string;
  value?: { status?: string; body?: ReadableStream<Uint8Array> };
}

type Call = (request: object) => Promise<Outcome>;

/** `pay-form/gateway`, as far as it is used here. */
interface ClientModule {
  createGatewayClient(settings: object): Record<'createHosted' | 'createDirect' | 'refund' | 'receipt', Call>;
  createWebhookVerifier(settings: object): { readWebhook(form: URLSearchParams): { kind: string } };
  testWebhook(event: object, secret: string): URLSearchParams;
}

/** The environment of the program, as JSON in `EXERCISE`. */
export interface Exercise {
  credentials: { posId: string; apiKey: string; apiSecret: string; endpointsKey: string };
  sandbox: string;
  broken: string;
  /** the orders to be posted to the broken gateway */
  posts: readonly string[];
  /** by name, addresses to which a payment may or may not be sent */
  others: Readonly<Record<string, string>>;
}

const BUILT = '../../dist/server/gateway/index.js';
const client = (await import(BUILT)) as ClientModule;
const { credentials, sandbox, broken, posts, others } = JSON.parse(process.env['EXERCISE'] ?? '') as Exercise;
const at = (baseUrl: string) => client.createGatewayClient({ ...credentials, baseUrl, timeoutMs: 10_000 });

const hosted = {
  method: 'purchase',
  amountMinor: 1010,
  currency: 'UAH',
  description: 'Two books',
  threeDs: 'supported',
  customer: { firstName: 'Olena', lastName: 'Koval', email: 'olena@shop.example', phone: '+380501234567' },
  serverUrl: 'https://shop.example/webhook',
  resultUrl: 'https://shop.example/thanks',
  microfinanceOrIgaming: false,
};
const { microfinanceOrIgaming: _, ...shared } = hosted;
const direct = {
  ...shared,
  card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getFullYear() + 2, cvv: '123' },
  customerIp: '198.51.100.7',
  fingerprint: {
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
  },
};
const statusOf = ({ kind, value }: Outcome): string => value?.status ?? kind;

async function beginningOf({ kind, value }: Outcome): Promise<string> {
  return value?.body ? (await new Response(value.body).text()).slice(0, 5) : kind;
}

const gatewayOrderId = crypto.randomUUID().slice(0, 18);
const gateway = at(sandbox);
const payHosted = async (where: typeof gateway, id = gatewayOrderId) =>
  (await where.createHosted({ ...hosted, gatewayOrderId: id })).kind;
const refund = { gatewayOrderId, currency: 'UAH', amountMinor: 510, serverUrl: hosted.serverUrl };
const verifier = client.createWebhookVerifier({ secrets: [credentials.apiSecret] });
const webhook = (secret: string) =>
  client.testWebhook({ order_id: gatewayOrderId, method: 'purchase', status: 'success' }, secret);

const found: Record<string, string> = {
  'hosted page': await payHosted(gateway, `${gatewayOrderId}-h`),
  'direct payment': statusOf(await gateway.createDirect({ ...direct, gatewayOrderId })),
  refund: statusOf(await gateway.refund(refund)),
  receipt: await beginningOf(await gateway.receipt({ gatewayOrderId, format: 'pdf' })),
  webhook: verifier.readWebhook(webhook(credentials.apiSecret)).kind,
  'forged webhook': verifier.readWebhook(webhook('another secret')).kind,
};
const unsteady = at(broken);
for (const post of posts) found[post] = await payHosted(unsteady, post);
for (const [name, url] of Object.entries(others)) found[name] = await payHosted(at(url));
console.log(JSON.stringify(found));
// Kept connections would delay the end.
process.exit();
