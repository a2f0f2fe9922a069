import { isBaseAddress } from '../contract/address.ts';

/** The address and credentials for the gateway. */
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

/** {@link GatewaySettings} with defaults filled in. */
export type CompleteSettings = {
  readonly [Name in keyof GatewaySettings]-?: NonNullable<GatewaySettings[Name]>;
};

/**
 * Fills in the defaults. An address or a key that cannot be sent, or a time that no timer takes, would end every call as
 * unknown, although nothing left.
 * @throws TypeError naming the settings that are invalid, without their values
 */
export function withDefaults(settings: GatewaySettings): CompleteSettings {
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
  const complete = { ...required, authScheme, timeoutMs, yearDigits, balancesUrl, ...files };
  const invalid = [
    ...(['baseUrl', 'balancesUrl'] as const).filter((name) => !isBaseAddress(complete[name])),
    ...TEXTS.filter((name) => !/^[\x21-\x7e]+$/.test(complete[name])),
    ...(['timeoutMs', 'fileIdleMs'] as const).filter(
      (name) => !(complete[name] >= 1 && complete[name] < 2 ** 31),
    ),
  ];
  if (invalid.length > 0) throw new TypeError(`Invalid gateway settings: ${invalid.join(', ')}`);
  return complete;
}

/** They stand in headers. */
const TEXTS = ['posId', 'apiKey', 'apiSecret', 'endpointsKey', 'authScheme'] as const;
