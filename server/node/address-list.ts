import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address or a CIDR, as "10.0.0.0/8" or "2001:db8::1". */
export function isAddressOrCidr(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  const widest = version === 4 ? 32 : 128;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  return version !== 0 && fits && more.length === 0;
}

/**
 * Membership in a list of addresses and CIDRs.
 * @throws Error for an entry that is neither; check with {@link isAddressOrCidr} first
 */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (address) => known.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
