import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  JOSEAlgNotAllowed,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { type Order, orderSchema, unusableFields } from '../contract/order.ts';
import { type FieldError, ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { check, fieldErrors, readFields } from './input.ts';
import { isStillShown, type PaymentLinkClaims, paymentLinkClaims } from './payment-link.ts';

/** The merchant's secrets for order tokens, each of at least 32 bytes. */
export interface OrderSecrets {
  readonly current: string;
  /** also accepted during a change of the secret */
  readonly previous?: string | undefined;
}

interface OrderTokenOptions {
  secrets: OrderSecrets;
  /** PUBLIC_URL: a token with `aud` must name it. None is required */
  audience: string;
  now: () => Date;
  /** the last token of the order behind a payment page, or null if there is none */
  tokenBehind: (linkId: string) => Promise<string | null>;
  /** called with the names of the customer's fields that cannot be used, when a token with such is read */
  dropped?: (orderId: string, fields: readonly string[]) => void;
}

/** The content of a verified order token. Shared between requests. */
export interface OrderToken {
  readonly order: Order;
  /** its `iat`, seconds since 1970; null if it has none */
  readonly issuedAt: number | null;
  /** whether it is the token of a payment page */
  readonly paymentLink: boolean;
  /** its `exp`, seconds since 1970 */
  readonly expiresAt: number;
}

/** Reads and issues order tokens. */
export interface OrderTokens {
  /**
   * The order of a token: HS256 only, `exp` required, valid for a year at most, not issued in the future. The token of a
   * payment page stands for the order's own.
   * @throws ProblemError `order-token-missing`, `order-token-expired`, `order-token-invalid`; `order-changed` for a
   *   payment page that shows outdated parameters
   */
  read(token: string | undefined): Promise<OrderToken>;
  /**
   * As {@link read}, but for a day longer: a payer who was charged while the token expired must see it. Only for reading
   * the order's payments.
   */
  readLate(token: string | undefined): Promise<OrderToken>;
  /** The content of a token that the merchant API issued; null if it has expired, or if its secret was changed twice. */
  readOwn(token: string): Promise<OrderToken | null>;
  /**
   * Issues the token of a payment page: the data that the tag shows before the companion has answered, and the page's
   * id in place of the rest. Anyone with the link can read it, so it contains no customer data and identifies no customer.
   * @param token the order's own, already verified
   */
  ofPage(token: string, page: { order: Order; linkId: string }): Promise<string>;
}

/** The library would also take blanks in it: one token, in many spellings, would push out all others that are kept. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Customers poll, so the same token comes repeatedly: its content is kept. */
const MOST_KEPT = 256;

/**
 * ```ts
 * const tokens = orderTokens({ secrets: { current: ORDER_SECRET }, audience: PUBLIC_URL, now, tokenBehind })
 * app.get('/session', orderToken(tokens), (c) => c.json(c.var.order))
 * ```
 */
export function orderTokens({
  secrets,
  audience,
  now,
  tokenBehind,
  dropped = () => {},
}: OrderTokenOptions): OrderTokens {
  const keys = [secrets.current, secrets.previous].filter((one) => one !== undefined).map(keyOf);
  const kept = new Map<string, OrderToken>();

  async function read(token: string | undefined, lateS = 0): Promise<OrderToken> {
    if (!token) throw new ProblemError('order-token-missing');
    if (!COMPACT.test(token)) throw invalidToken();
    const nowS = Math.floor(now().getTime() / 1_000);
    const known = kept.get(token);
    if (known && known.expiresAt + lateS > nowS) return known;
    const claims = await verifiedClaims(token, keys, { nowS, lateS }, audience);
    // Not kept: the order of a page may change.
    if ('paymentPage' in claims) return orderBehindLink(claims as unknown as PaymentLinkClaims, lateS);
    const content = ownOrder(claims);
    const fields = unusableFields(claims.order);
    if (fields.length > 0) dropped(content.order.id, fields);
    kept.set(token, content);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return content;
  }

  /** The order's current token counts, as long as it matches what the page shows. */
  async function orderBehindLink(page: PaymentLinkClaims, lateS: number): Promise<OrderToken> {
    const token = typeof page.paymentPage === 'string' && (await tokenBehind(page.paymentPage));
    const behind = token ? await read(token, lateS) : null;
    if (!behind || behind.paymentLink) throw invalidToken({ path: 'paymentPage', code: 'unknown' });
    if (!isStillShown(page, behind.order))
      throw new ProblemError('order-changed', 'The order was changed. Please load this page again.');
    return { ...behind, paymentLink: true };
  }

  return {
    read: (token) => read(token),
    readLate: (token) => read(token, READABLE_S),
    readOwn: (token) =>
      read(token).catch((error: unknown) => {
        if (error instanceof ProblemError) return null;
        throw error;
      }),
    ofPage(token, { order, linkId }) {
      const { iat, exp } = decodeJwt(token);
      return sign({ ...paymentLinkClaims(order, linkId), iat, exp }, keyOf(secrets.current));
    },
  };
}

/**
 * Issues order tokens.
 * @param secret `ORDER_SECRET`, the current one
 */
export function orderTokenMint(secret: string): PaymentDeps['mintToken'] {
  const key = keyOf(secret);
  return (order, { issuedAt, expiresAt }) => sign({ order, iat: issuedAt, exp: expiresAt }, key);
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

const sign = (claims: object, key: Uint8Array): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key);

/** A calendar year, and how far two clocks may differ, seconds. */
const LONGEST_LIFE_S = 366 * 86_400;
const CLOCK_TOLERANCE_S = 60;
/** How long an expired token reads its order's payments, seconds. */
const READABLE_S = 86_400;

interface Claims {
  exp: number;
  iat?: number;
  aud?: unknown;
  order?: unknown;
}

/** @throws ProblemError `order-token-invalid`, `order-token-expired` */
async function verifiedClaims(
  token: string,
  keys: readonly Uint8Array[],
  { nowS, lateS }: { nowS: number; lateS: number },
  audience: string,
): Promise<Claims> {
  const claims = await signedClaims(token, keys, nowS);
  // Only `nbf` has a tolerance: the merchant's clock may be ahead, and an end is an end.
  if (claims.exp + lateS <= nowS) throw new ProblemError('order-token-expired');
  const latestS = nowS + CLOCK_TOLERANCE_S;
  if ((claims.iat ?? 0) > latestS) throw invalidToken({ path: 'iat', code: 'in-the-future' });
  const longestS = Math.min(claims.iat ?? nowS, latestS) + LONGEST_LIFE_S + CLOCK_TOLERANCE_S;
  if (claims.exp > longestS) throw invalidToken({ path: 'exp', code: 'too-far-ahead' });
  if (!isFor(audience, claims.aud)) throw invalidToken({ path: 'aud', code: 'other-audience' });
  return claims;
}

async function signedClaims(token: string, keys: readonly Uint8Array[], nowS: number): Promise<Claims> {
  const options = {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'order'],
    currentDate: new Date(nowS * 1_000),
    clockTolerance: CLOCK_TOLERANCE_S,
  };
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, options);
      return { ...payload, exp: Number(payload.exp) };
    } catch (error) {
      // The library checks it last: signature and all other claims are valid. `verifiedClaims` decides.
      if (error instanceof JWTExpired) return { ...error.payload, exp: Number(error.payload.exp) };
      if (!(error instanceof JWSSignatureVerificationFailed)) throw tokenProblem(error);
    }
  }
  throw invalidToken();
}

/** What is wrong with a claim is named, since only the merchant can have signed it; and nothing else but the algorithm. */
function tokenProblem(error: unknown): ProblemError {
  if (error instanceof JOSEAlgNotAllowed) return invalidToken({ path: 'alg', code: 'not-hs256' });
  if (!(error instanceof JWTClaimValidationFailed)) return invalidToken();
  const codes: Record<string, string> = { missing: 'required', invalid: 'wrong-type' };
  return invalidToken({ path: error.claim, code: codes[error.reason] ?? 'in-the-future' });
}

const invalidToken = (...faults: readonly FieldError[]): ProblemError =>
  new ProblemError('order-token-invalid', undefined, faults);

/** With or without slashes at the end of the address. */
function isFor(audience: string, aud: unknown): boolean {
  const names: unknown[] = [aud].flat();
  return (
    aud === undefined || names.some((one) => typeof one === 'string' && one.replace(/\/+$/, '') === audience)
  );
}

function ownOrder({ order: claim, iat, exp }: Claims): OrderToken {
  const order = orderSchema.safeParse(claim);
  if (!order.success) throw invalidToken(...fieldErrors(order.error, claim, 'order'));
  return {
    order: Object.freeze(order.data),
    issuedAt: iat === undefined ? null : Math.floor(iat),
    paymentLink: false,
    expiresAt: exp,
  };
}

/** Reads `Authorization: Bearer <order token>` and puts the order and the token's other content into the context. */
export const orderToken = (tokens: OrderTokens) => bearerToken((token) => tokens.read(token));

/** As {@link orderToken}, but for a day after the token has expired. */
export const lateOrderToken = (tokens: OrderTokens) => bearerToken((token) => tokens.readLate(token));

function bearerToken(read: OrderTokens['read']) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    accept(c, await read(token));
    await next();
  });
}

const tokenForm = z.strictObject({ order: z.string().trim().optional() });

/**
 * As {@link orderToken}, but reads the token from the field `order` of a form, which has no other field. Browsers send
 * such a request without a preflight, which saves a round trip.
 */
export function formOrderToken(tokens: OrderTokens) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { order } = check(tokenForm, await readFields(c));
    accept(c, await tokens.read(order));
    await next();
  });
}

function accept(c: Context<AppEnv>, { order, issuedAt, paymentLink, expiresAt }: OrderToken): void {
  c.set('order', order);
  c.set('issuedAt', issuedAt);
  c.set('paymentLink', paymentLink);
  c.set('expiresAt', expiresAt);
}
