import { timestamp } from './clock.ts';

/** The limit that caused a decline. */
export interface Limit {
  /** when to try again, in milliseconds of the sandbox's clock */
  readonly retryAfter: number;
  readonly description: string;
}

/** `limit_info` of a webhook (interface document, Other shapes): an object although its type is named String. */
export function limitInfo(limit: Limit | null) {
  if (!limit) return {};
  return { limit_info: { retry_after: timestamp(limit.retryAfter), description: limit.description } };
}
