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
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Checks what would otherwise fail inside fetch, where a failure cannot be told from a lost answer.
 * @throws TypeError naming the settings that do not hold, without their values
 */
export function checkSettings(settings: GatewaySettings): void {
  const bad: string[] = [];
  if (!isBaseUrl(settings.baseUrl)) bad.push('baseUrl');
  if (!UUID.test(settings.posId)) bad.push('posId');
  for (const name of ['apiKey', 'apiSecret', 'endpointsKey', 'authScheme'] as const) {
    if (!VISIBLE.test(settings[name])) bad.push(name);
  }
  if (!Number.isInteger(settings.timeoutMs) || settings.timeoutMs <= 0 || settings.timeoutMs > 2 ** 31 - 1) {
    bad.push('timeoutMs');
  }
  if (settings.yearDigits !== 2 && settings.yearDigits !== 4) bad.push('yearDigits');
  if (bad.length > 0) throw new TypeError(`Gateway settings that do not hold: ${bad.join(', ')}`);
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
