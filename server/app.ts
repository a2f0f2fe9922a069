import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { Metrics } from './node/metrics.ts';
import { bearerKey } from './middleware/api-key.ts';
import { type AddressSource, clientAddress } from './middleware/client-address.ts';
import { observability, validHost } from './middleware/observability.ts';
import { isForm, limitBody } from './middleware/input.ts';
import {
  formOrderToken,
  lateOrderToken,
  type OrderSecrets,
  orderToken,
  orderTokens,
} from './middleware/order-token.ts';
import { checkOrigin, crossOrigin } from './middleware/origin.ts';
import { methodProblems, notFound, problems } from './middleware/problems.ts';
import { orderBehind } from './payments/paying/create-order.ts';
import type { Log, PaymentDeps, Store } from './payments/ports.ts';
import { deleteSavedCard, getPayment, getSession, postHosted, postPayment } from './routes/checkout.ts';
import { getFrame } from './routes/frame.ts';
import { postHostedForm } from './routes/hosted-form.ts';
import { merchantApi } from './routes/merchant-api.ts';
import { getOrderPage } from './routes/order-page.ts';
import { showReturn } from './routes/return.ts';
import { postWebhook, type ReadWebhook } from './routes/webhook.ts';
import { getWidgetFile, type WidgetFile } from './routes/widget.ts';
import { sampledWarning } from './node/log.ts';
import { within } from './node/clock.ts';

export interface CompanionDeps {
  payments: PaymentDeps;
  orderSecrets: OrderSecrets;
  /** key of the merchant's back end; null disables the merchant API */
  merchantApiKey: string | null;
  /** key for reading `/metrics`; null: there is none */
  metricsKey: string | null;
  /** pages that may use the browser API */
  allowedOrigins: readonly string[];
  /** whether an address may send webhooks */
  isWebhookSender: (address: string) => boolean;
  readWebhook: ReadWebhook;
  address: AddressSource;
  widgetFiles: readonly WidgetFile[];
  metrics: Pick<Metrics, 'contentType' | 'text' | 'request' | 'webhookUnmatched'>;
}

/** Bytes: with the number of connections (start.ts) they limit the memory that unfinished bodies take. */
const MAX_BODY = 64 * 1024;

/**
 * The companion as a Hono app on Web APIs only: middleware order and routes on one screen. It moves no money itself;
 * `payments` does. A request that takes long runs to its end even if the client has disconnected.
 */
export function companionApp(deps: CompanionDeps): Hono<AppEnv> {
  const { payments, metrics } = deps;
  const { log, store } = payments;
  const now = () => payments.clock.now();
  const warnOfCustomer = sampledWarning(log, 'customer.dropped');
  const tokens = orderTokens({
    secrets: deps.orderSecrets,
    audience: payments.config.publicUrl,
    now,
    tokenBehind: async (linkId) => (await orderBehind(payments, linkId))?.token ?? null,
    dropped: (orderId, fields) => warnOfCustomer(`${orderId} ${fields.join()}`, { orderId, fields }),
  });
  const base = new URL(payments.config.publicUrl);
  const mount = base.pathname.replace(/\/$/, '');
  const own = [...new Set([base.origin, ...deps.allowedOrigins])];

  const app = new Hono<AppEnv>();
  app.onError(problems(log));
  app.notFound(notFound);
  const https = base.protocol === 'https:';
  app.use(observability({ log, clock: payments.clock, observe: metrics.request, https }), validHost);
  app.use(methodProblems(app), clientAddress(deps.address), checkOrigin(own, `${mount}/return/`, log));

  app.get('/livez', (c) => c.text('ok'));
  app.get('/readyz', async (c) => ((await isWritable(store, log)) ? c.text('ok') : c.text('store', 503)));
  if (deps.metricsKey) {
    app.get('/metrics', bearerKey(deps.metricsKey, 'metrics-key'), async (c) =>
      c.text(await metrics.text(), 200, { 'content-type': metrics.contentType }),
    );
  }

  const pay = new Hono<AppEnv>();
  const token = orderToken(tokens);
  for (const path of ['/session', '/payments/*', '/hosted', '/saved-cards/*'])
    pay.use(path, crossOrigin(own), limitBody(MAX_BODY));

  const session = getSession(payments);
  pay.get('/session', token, session).post(formOrderToken(tokens), session);
  pay.post('/payments', token, postPayment(payments));
  pay.get('/payments/:id', lateOrderToken(tokens), getPayment(payments));
  pay.delete('/saved-cards/:id', token, deleteSavedCard(payments));
  pay
    .post('/hosted', (c, next) => (isForm(c) ? postHostedForm(payments, tokens, c) : next()))
    .post(token, postHosted(payments));
  pay.on(['GET', 'POST'], '/return/:id', limitBody(MAX_BODY), showReturn(payments, tokens, own));
  pay.get('/order/:linkId', getOrderPage(payments, tokens));
  pay.post(
    '/webhook',
    limitBody(MAX_BODY),
    postWebhook(payments, deps.readWebhook, deps.isWebhookSender, metrics.webhookUnmatched),
  );
  if (deps.merchantApiKey) pay.route('/', merchantApi(payments, deps.merchantApiKey, limitBody(MAX_BODY)));
  pay.get('/frame', getFrame(payments.config.publicUrl, own));
  for (const file of deps.widgetFiles) {
    pay.get(`/${file.name}`, getWidgetFile(file));
  }

  return app.route(base.pathname, pay);
}

const READY_WITHIN_MS = 2_000;

/** A probe must answer sooner than a write may take. */
function isWritable(store: Store, log: Log): Promise<boolean> {
  return within(READY_WITHIN_MS, store.checkWritable(), 'no write').then(
    () => true,
    (error: unknown) => {
      log('store.unwritable', { reason: error instanceof Error ? error.message : 'unknown' });
      return false;
    },
  );
}
