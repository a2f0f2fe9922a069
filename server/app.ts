import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import type { AppEnv } from './app-env.ts';
import { ProblemError } from './contract/problem.ts';
import { accessLog } from './middleware/access-log.ts';
import { type AddressSource, clientAddress } from './middleware/client-address.ts';
import { orderToken } from './middleware/order-token.ts';
import { checkOrigin } from './middleware/origin.ts';
import { methodNotAllowed, notFound, problems } from './middleware/problems.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { getPayment, getSession, postHosted, postHostedForm, postPayment } from './routes/checkout.ts';
import { getReturn } from './routes/return.ts';
import { postWebhook, type ReadWebhook } from './routes/webhook.ts';
import { getWidgetFile, type WidgetFile } from './routes/widget.ts';

export interface CompanionDeps {
  payments: PaymentDeps;
  orderSecret: string;
  /** pages that may use the browser API */
  allowedOrigins: readonly string[];
  /** addresses that may send webhooks, or null for all */
  webhookIps: readonly string[] | null;
  readWebhook: ReadWebhook;
  address: AddressSource;
  widgetFiles: readonly WidgetFile[];
}

const MAX_BODY = 64 * 1024;
const MAX_WEBHOOK = 512 * 1024;

/**
 * The companion as a Hono app on Web APIs alone: middleware order and routes on one screen. It charges nothing
 * by itself; `payments` does. Long work runs to its end even where the asker has gone.
 */
export function createCompanion(deps: CompanionDeps): Hono<AppEnv> {
  const { payments, orderSecret } = deps;
  const { log, store } = payments;
  const now = () => payments.clock.now();
  const base = new URL(payments.config.publicUrl);
  const own = [...new Set([base.origin, ...deps.allowedOrigins])];

  const app = new Hono<AppEnv>();
  app.onError(problems(log));
  app.notFound(notFound);
  app.use(requestId({ limitLength: 64 }), accessLog(log, now), securityHeaders(base.protocol === 'https:'));
  app.use(clientAddress(deps.address), checkOrigin(own));

  app.get('/livez', (c) => c.text('ok'));
  app.get('/readyz', async (c) => c.text(await store.ping().then(() => 'ok')));

  const pay = new Hono<AppEnv>();
  const browser = cors({
    origin: own,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    maxAge: 7200,
  });
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ProblemError('body-too-large');
      },
    });
  const token = orderToken(orderSecret, now);
  for (const path of ['/session', '/payments', '/payments/*', '/hosted'])
    pay.use(path, browser, limit(MAX_BODY));

  pay.get('/session', token, getSession(payments)).all(methodNotAllowed('GET'));
  pay.post('/payments', token, postPayment(payments)).all(methodNotAllowed('POST'));
  pay.get('/payments/:id', token, getPayment(payments)).all(methodNotAllowed('GET'));
  pay
    .post('/hosted', (c, next) =>
      isForm(c.req.header('content-type')) ? postHostedForm(payments, orderSecret, c) : next(),
    )
    .post(token, postHosted(payments))
    .all(methodNotAllowed('POST'));
  pay.get('/return/:id', getReturn(payments)).all(methodNotAllowed('GET'));
  pay
    .post('/webhook', limit(MAX_WEBHOOK), postWebhook(payments, deps.readWebhook, deps.webhookIps))
    .all(methodNotAllowed('POST'));
  for (const file of deps.widgetFiles) {
    pay.get(`/${file.name}`, getWidgetFile(file)).all(methodNotAllowed('GET'));
  }

  return app.route(base.pathname, pay);
}

function isForm(type: string | undefined): boolean {
  return type?.startsWith('application/x-www-form-urlencoded') ?? false;
}
