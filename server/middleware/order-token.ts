import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { SignJWT } from 'jose/jwt/sign';
import { decodeJwt } from 'jose/jwt/decode';
import { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { type Order, orderSchema } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { check, fieldErrors, readFields } from './input.ts';
import { isStillShown, type PageClaims, pageClaims } from './page-claims.ts';
import { signedContent } from './signed-content.ts';
import { type Claims, invalidToken, readClaims } from './token-claims.ts';

/** The merchant's secrets for order tokens, each of at least 32 bytes. */
export interface OrderSecrets {
  readonly current: string;
  /** also accepted during a change of the secret */
  readonly previous?: string | undefined;
  /**
   * PUBLIC_URL: a token with `aud` must name it. The contract does not require `aud`, so a token without it is valid
   */
  readonly audience?: string;
  /**
   * The last token of the order behind a payment page, or null if there is none. Without this function no page's token
   * is accepted.
   */
  readonly tokenBehind?: (linkId: string) => Promise<string | null>;
}

/** The content of a verified order token. Shared between requests. */
export interface OrderToken {
  readonly order: Order;
  /** its `iat`, seconds since 1970; null if it has none */
  readonly issuedAt: number | null;
  /** whether it is the token of a payment page, issued by {@link linkToken} */
  readonly viaLink: boolean;
}

/**
 * Reads an order from a token signed with one of the merchant's secrets: HS256 only, `exp` required (contract, section
 * 2); valid for a year at most, not issued in the future. Verified tokens are cached as long as the `secrets` object
 * exists. A payment page's token stands for the order's own.
 * @throws ProblemError `order-token-missing`, `order-token-expired`, `order-token-invalid`; `order-changed` for a
 *   payment page that shows outdated parameters
 */
export async function readOrderToken(
  token: string | undefined,
  secrets: OrderSecrets,
  now: Date,
): Promise<OrderToken> {
  if (!token) throw new ProblemError('order-token-missing');
  const { accepted, verified } = verifierOf(secrets);
  const nowS = Math.floor(now.getTime() / 1_000);
  const known = verified.get(token, nowS);
  if (known) return known;
  const claims = readClaims(signedContent(token, accepted), nowS, secrets.audience);
  // Not cached: the order of a page may change.
  if ('paymentPage' in claims) return orderOfPage(claims as unknown as PageClaims, secrets, now);
  const read = ownOrder(claims);
  verified.add(token, read, claims.exp);
  return read;
}

function ownOrder({ order: claim, iat }: Claims): OrderToken {
  const order = orderSchema.safeParse(claim);
  if (!order.success) throw invalidToken(fieldErrors(order.error, claim, 'order'));
  return { order: Object.freeze(order.data), issuedAt: iat ?? null, viaLink: false };
}

const UNKNOWN_PAGE = [{ path: 'paymentPage', code: 'unknown' }];

/** The order's current token counts, as long as it matches what the page shows. */
async function orderOfPage(page: PageClaims, secrets: OrderSecrets, now: Date): Promise<OrderToken> {
  const token = typeof page.paymentPage === 'string' && (await secrets.tokenBehind?.(page.paymentPage));
  if (!token) throw invalidToken(UNKNOWN_PAGE);
  const behind = await readOrderToken(token, secrets, now);
  if (behind.viaLink) throw invalidToken(UNKNOWN_PAGE);
  if (!isStillShown(page, behind.order))
    throw new ProblemError('order-changed', 'The order was changed. Please load this page again.');
  return { ...behind, viaLink: true };
}

/** The content of a token that the merchant API issued; null if it has expired, or if its secret was changed twice. */
export async function readOwnToken(
  token: string,
  secrets: OrderSecrets,
  now: Date,
): Promise<OrderToken | null> {
  try {
    return await readOrderToken(token, secrets, now);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * Issues the token of a payment page: the data that the tag shows before the companion has answered, and the page's id
 * in place of the rest. Anyone with the link can read it, so it contains no customer data and identifies no customer.
 * @param token the order's token, already verified to contain `order`
 */
export function linkToken(
  token: string,
  { order, linkId }: { order: Order; linkId: string },
  { current }: OrderSecrets,
): Promise<string> {
  const { iat, exp } = decodeJwt<{ exp: number }>(token);
  return new SignJWT({ ...pageClaims(order, linkId), ...(iat !== undefined && { iat }), exp })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(current));
}

/**
 * Reads `Authorization: Bearer <order token>` and puts the order into `c.var.order`, with the token's other content
 * beside it.
 */
export function orderToken(secrets: OrderSecrets, now: () => Date) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    acceptOrder(c, await readOrderToken(token, secrets, now()));
    await next();
  });
}

const tokenForm = z.strictObject({ order: z.string().trim().optional() });

/**
 * As {@link orderToken}, but reads the token from the field `order` of a form, which has no other field. Browsers send
 * such a request without a preflight, which saves a round trip.
 */
export function formOrderToken(secrets: OrderSecrets, now: () => Date) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { order } = check(tokenForm, await readFields(c));
    acceptOrder(c, await readOrderToken(order, secrets, now()));
    await next();
  });
}

function acceptOrder(c: Context<AppEnv>, { order, issuedAt, viaLink }: OrderToken): void {
  c.set('order', order);
  c.set('issuedAt', issuedAt);
  c.set('viaLink', viaLink);
}

interface Verifier {
  /** the current one first */
  accepted: readonly string[];
  verified: VerifiedTokens<OrderToken>;
}

const verifiers = new WeakMap<OrderSecrets, Verifier>();

function verifierOf(secrets: OrderSecrets): Verifier {
  const known = verifiers.get(secrets);
  if (known) return known;
  const accepted = [secrets.current, secrets.previous].filter((secret) => secret !== undefined);
  const made = { accepted, verified: new VerifiedTokens<OrderToken>() };
  verifiers.set(secrets, made);
  return made;
}

/** Customers poll, so the same token comes repeatedly. */
const CAPACITY = 256;

/**
 * A cache of verified order tokens, by their full text: verifying a token and its order takes longer than the rest of
 * most requests. The least recently used one is evicted.
 */
export class VerifiedTokens<Token> {
  readonly #known = new Map<string, { token: Token; exp: number }>();

  /**
   * The verified content of a token; undefined if it is unknown or has expired.
   * @param nowS seconds since 1970
   */
  get(text: string, nowS: number): Token | undefined {
    const found = this.#known.get(text);
    if (!found) return undefined;
    this.#known.delete(text);
    if (found.exp <= nowS) return undefined;
    this.#known.set(text, found);
    return found.token;
  }

  /** @param exp seconds since 1970: from then on the token is not returned */
  add(text: string, token: Token, exp: number): void {
    this.#known.set(text, { token, exp });
    const [oldest] = this.#known.keys();
    if (this.#known.size > CAPACITY && oldest !== undefined) this.#known.delete(oldest);
  }
}
