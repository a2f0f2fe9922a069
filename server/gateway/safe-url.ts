/**
 * An address that a customer may be led to: https, or http on this machine (sandbox, tests).
 * @param base resolves a relative address
 * @returns the absolute address, or null for anything else
 */
export function safeUrl(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value === '' || /\s/.test(value) || !URL.canParse(value, base))
    return null;
  const url = new URL(value, base);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return safe ? url.href : null;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
