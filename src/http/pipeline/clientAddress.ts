import ipaddr from 'ipaddr.js';

/**
 * What stands for a client in the count of invalid keys: its IPv4 address, or its IPv6 network of 64 bits,
 * of which one household has at least one whole. An IPv4 address written as IPv6 counts as the IPv4 one.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6)
    return `${parsed.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return parsed.toString();
}
