import { isBaseAddress } from '../contract/address.ts';
import { isUuid } from '../contract/uuid.ts';
import { type Check, integer, matches } from './request-rules.ts';

/** The address and credentials for the gateway (contract, section 5, GATEWAY_…). */
export interface GatewaySettings {
  /** "https://gateway.example", a path allowed */
  baseUrl: string;
  /** UUID of the merchant's project */
  posId: string;
  apiKey: string;
  apiSecret: string;
  endpointsKey: string;
  /** the fixed word before the credentials in X-API-AUTH; default "CPAY" */
  authScheme?: string | undefined;
  /** deadline of one call in milliseconds, body included; default 30 seconds */
  timeoutMs?: number | undefined;
  /** digits of `exp_year` on the wire; default 2, as in the gateway's samples */
  yearDigits?: 2 | 4 | undefined;
  /** base address of the balances, if they have their own host; default `baseUrl` */
  balancesUrl?: string | undefined;
  /** the largest receipt in bytes; default 10 MB */
  maxReceiptBytes?: number | undefined;
  /** the largest archive of a day's receipts in bytes; default 1 GB */
  maxArchiveBytes?: number | undefined;
  /** how long a file may be silent between two chunks, in milliseconds; default 15 seconds */
  fileIdleMs?: number | undefined;
}

/** Valid {@link GatewaySettings}, with defaults filled in. */
export type CompleteSettings = {
  readonly [Name in keyof GatewaySettings]-?: NonNullable<GatewaySettings[Name]>;
};

const isVisible = matches(/^[\x21-\x7e]+$/);
/** The range of a timer: a longer one would fire immediately. */
const isTimerMs = integer(1, 2 ** 31 - 1);
const isByteCount = integer(1, Number.MAX_SAFE_INTEGER);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const CHECKS: Readonly<Record<keyof GatewaySettings, Check>> = {
  baseUrl: isBaseUrl,
  posId: isUuid,
  apiKey: isVisible,
  apiSecret: isVisible,
  endpointsKey: isVisible,
  authScheme: optional(isVisible),
  timeoutMs: optional(isTimerMs),
  yearDigits: optional((value) => value === 2 || value === 4),
  balancesUrl: optional(isBaseUrl),
  maxReceiptBytes: optional(isByteCount),
  maxArchiveBytes: optional(isByteCount),
  fileIdleMs: optional(isTimerMs),
};

/**
 * Checks every setting, also for callers without types: a missing key would be sent as "undefined", and an error inside
 * a call looks like a lost answer.
 * @returns a copy, so that the caller cannot change it afterwards
 * @throws TypeError naming the settings that are invalid, without their values
 */
export function withDefaults(settings: GatewaySettings): CompleteSettings {
  checkSettings(settings ?? {});
  const {
    authScheme = 'CPAY',
    timeoutMs = 30_000,
    yearDigits = 2,
    balancesUrl = settings.baseUrl,
    maxReceiptBytes = 10_000_000,
    maxArchiveBytes = 1_000_000_000,
    fileIdleMs = 15_000,
    ...required
  } = settings;
  const files = { maxReceiptBytes, maxArchiveBytes, fileIdleMs };
  return { ...required, authScheme, timeoutMs, yearDigits, balancesUrl, ...files };
}

function checkSettings(settings: GatewaySettings): void {
  const names = Object.keys(CHECKS) as (keyof GatewaySettings)[];
  const invalid = names.filter((name) => !CHECKS[name](settings[name]));
  if (invalid.length > 0) throw new TypeError(`Invalid gateway settings: ${invalid.join(', ')}`);
}

function isBaseUrl(value: unknown): boolean {
  return typeof value === 'string' && isBaseAddress(value);
}
