import { z } from 'zod';
import { type FieldError, ProblemError } from '../contract/problem.ts';
import { fieldErrors } from './input.ts';

const claimsSchema = z.looseObject({
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
  order: z.looseObject({}),
});
/** The claims of a signed token, with times in seconds since 1970; the order itself is checked by its own schema. */
export type Claims = z.infer<typeof claimsSchema>;

/** A calendar year, and how far two clocks may differ, seconds. */
const LONGEST_LIFE_S = 366 * 86_400;
const CLOCK_TOLERANCE_S = 60;

/**
 * Reads the claims of a token whose signature is valid: every fault is named, since only the merchant can have issued
 * it.
 * @param nowS seconds since 1970
 * @param audience PUBLIC_URL
 * @throws ProblemError `order-token-invalid` with a path for every fault, `order-token-expired`
 */
export function readClaims(content: Uint8Array, nowS: number, audience: string | undefined): Claims {
  const input = parse(content);
  const read = claimsSchema.safeParse(input);
  if (!read.success) throw invalidToken(fieldErrors(read.error, input));
  if (read.data.exp <= nowS) throw new ProblemError('order-token-expired');
  const faults = [...timeFaults(read.data, nowS), ...audienceFaults(read.data, audience)];
  if (faults.length > 0) throw invalidToken(faults);
  return read.data;
}

export const invalidToken = (faults: readonly FieldError[] = []): ProblemError =>
  new ProblemError('order-token-invalid', undefined, faults);

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function parse(content: Uint8Array): unknown {
  try {
    return JSON.parse(UTF_8.decode(content));
  } catch {
    return null;
  }
}

function timeFaults({ iat, nbf, exp }: Claims, nowS: number): FieldError[] {
  const latestS = nowS + CLOCK_TOLERANCE_S;
  const isAhead = (time = 0): boolean => time > latestS;
  const longestFrom = Math.min(iat ?? nowS, latestS);
  return [
    ...(isAhead(iat) ? [{ path: 'iat', code: 'in-the-future' }] : []),
    ...(isAhead(nbf) ? [{ path: 'nbf', code: 'in-the-future' }] : []),
    ...(exp > longestFrom + LONGEST_LIFE_S + CLOCK_TOLERANCE_S
      ? [{ path: 'exp', code: 'too-far-ahead' }]
      : []),
  ];
}

function audienceFaults({ aud }: Claims, audience: string | undefined): FieldError[] {
  if (audience === undefined || aud === undefined) return [];
  const isNamed = [aud].flat().some((one) => isSameBase(one, audience));
  return isNamed ? [] : [{ path: 'aud', code: 'other-audience' }];
}

const isSameBase = (one: unknown, base: string): boolean =>
  typeof one === 'string' && one.replace(/\/+$/, '') === base;
