import ipaddr from 'ipaddr.js';
import type { Settings } from './settings.ts';

type AddressNetwork = Settings['trustedProxies'][number];

// Addresses that only the own networks have. Link-local and carrier-grade addresses are not among them: the other ends are
// clients.
const privateNetworks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'].map(
  (text) => ipaddr.parseCIDR(text),
);
const hostBitsMax = 8;

/**
 * The first network, as text, in which not only proxies can be: it has more than 256 addresses that are not all private.
 * Undefined when there is none. A private network may have clients, too, but only its owner knows that.
 */
export function networkOfClients(networks: readonly AddressNetwork[]): string | undefined {
  const found = networks.find((network) => !isSmall(network) && !isPrivate(network));
  return found === undefined ? undefined : `${found[0].toString()}/${found[1]}`;
}

function isSmall([address, bits]: AddressNetwork): boolean {
  return address.toByteArray().length * 8 - bits <= hostBitsMax;
}

function isPrivate([address, bits]: AddressNetwork): boolean {
  return privateNetworks.some(
    (own) => own[0].kind() === address.kind() && bits >= own[1] && address.match(own[0], own[1]),
  );
}
