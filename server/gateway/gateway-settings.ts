import { integer, isUuid } from './formats.ts';

/** How to reach the gateway, and as whom (contract, section 5, GATEWAY_…). */
export interface GatewaySettings {
  /** "https://gateway.example", a path allowed */
  baseUrl: string;
  /** UUID of the merchant's project */
  posId: string;
  apiKey: string;
  apiSecret: string;
  endpointsKey: string;
  /** the fixed word before the credentials in X-API-AUTH */
  authScheme: string;
  /** deadline of one call in milliseconds, body included */
  timeoutMs: number;
  /** digits of `exp_year` on the wire */
  yearDigits: 2 | 4;
  /** base address of the balances alone, where they live on a host of their own; default: `baseUrl` */
  balancesUrl?: string | undefined;
  /** the largest receipt in bytes; default 10 MB */
  maxReceiptBytes?: number | undefined;
  /** the largest archive of a day's receipts in bytes; default 1 GB */
  maxArchiveBytes?: number | undefined;
  /** how long a file may stay silent between two pieces, in milliseconds; default 15 seconds */
  fileIdleMs?: number | undefined;
}

export const DEFAULT_MAX_RECEIPT_BYTES = 10_000_000;
export const DEFAULT_MAX_ARCHIVE_BYTES = 1_000_000_000;
export const DEFAULT_FILE_IDLE_MS = 15_000;

const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Checks what would otherwise fail inside fetch, where a failure cannot be told from a lost answer.
 * @throws TypeError naming the settings that do not hold, without their values
 */
export function checkSettings(settings: GatewaySettings): void {
  const { balancesUrl, yearDigits } = settings;
  const bad: string[] = [];
  if (!isBaseUrl(settings.baseUrl)) bad.push('baseUrl');
  if (balancesUrl !== undefined && !isBaseUrl(balancesUrl)) bad.push('balancesUrl');
  if (!isUuid(settings.posId)) bad.push('posId');
  for (const name of ['apiKey', 'apiSecret', 'endpointsKey', 'authScheme'] as const) {
    if (!VISIBLE.test(settings[name])) bad.push(name);
  }
  if (!isTimerMs(settings.timeoutMs)) bad.push('timeoutMs');
  if (yearDigits !== 2 && yearDigits !== 4) bad.push('yearDigits');
  for (const name of ['maxReceiptBytes', 'maxArchiveBytes'] as const) {
    if (settings[name] !== undefined && !isByteCount(settings[name])) bad.push(name);
  }
  if (settings.fileIdleMs !== undefined && !isTimerMs(settings.fileIdleMs)) bad.push('fileIdleMs');
  if (bad.length > 0) throw new TypeError(`Gateway settings that do not hold: ${bad.join(', ')}`);
}

/** What a timer can count: longer ones would go off at once. */
const isTimerMs = integer(1, 2 ** 31 - 1);
const isByteCount = integer(1, Number.MAX_SAFE_INTEGER);

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
