/**
 * Whether the browser may navigate to an address that came over the network: https, or http on loopback. False for
 * `javascript:`, relative addresses and anything that is no address.
 */
export function isSafeUrl(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url);
    if (protocol === 'https:') return true;
    return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  } catch {
    return false;
  }
}
