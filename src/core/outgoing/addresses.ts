import ipaddr from 'ipaddr.js';
import type { FailureReason } from './message.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A listener of this server: its address, which may be `0.0.0.0` or `::`, and its port. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** A network of addresses: an address, and the number of bits that all addresses share. */
type Network = readonly [Address, number];

/** Where messages may be sent. */
export interface AddressRules {
  /** The addresses of a host name; rejects for an unknown one. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Host names in lower case, and networks; with none, every host is allowed. */
  readonly allow: readonly (string | Network)[];
  /** The listeners of this server, which get no messages. */
  readonly ownListeners: () => readonly Listener[];
  /** The address of this server as users see it, whose host and port get no messages; null when it is not known. */
  readonly publicUrl: string | null;
  /** Whether an address is one of this machine. */
  readonly isOfMachine: (address: string) => boolean;
}

/** The addresses to connect to, in the order in which to try them, or why there are none. */
export type Destination = { readonly addresses: readonly string[] } | { readonly refused: FailureReason };

/**
 * What is always refused: no setting opens it. The addresses at which clouds hand out credentials are those that their documents
 * named in November 2026 (sources: docs/decisions/0034). Whole networks where nobody else can be, else single addresses: people
 * number their own networks by hand, such as fd00:42::/64, and Tailscale gives addresses around 100.100.100.200.
 */
const refusedNetworks = [
  // "This network", IETF protocols (Oracle Classic: 192.0.0.192), and what has no single receiver.
  '0.0.0.0/8',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'ff00::/8',
  // Link-local: almost all clouds, also 169.254.170.2 and .23 (containers of AWS), 169.254.42.42 (Scaleway), fe80::a9fe:a9fe.
  '169.254.0.0/16',
  'fe80::/10',
  // Azure, Alibaba Cloud.
  '168.63.129.16/32',
  '100.100.100.200/32',
  'fd00:100::100:200/128',
  // AWS, Google Cloud, Akamai (Linode), Oracle, Scaleway.
  'fd00:ec2::/32',
  'fd20:ce::/64',
  'fd00:a9fe:a9fe::/64',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  // Local-use NAT64 has its IPv4 address at a place that only the network knows; the next one is for translators alone.
  '64:ff9b:1::/48',
  '::ffff:0:0:0/96',
].map((network) => ipaddr.parseCIDR(network));

/** IPv6 addresses with an IPv4 address in them. */
const carriers = [
  { network: '::ffff:0:0/96', firstByte: 12 },
  { network: '64:ff9b::/96', firstByte: 12 },
  { network: '2002::/16', firstByte: 2 },
  { network: '::/96', firstByte: 12 },
  // Teredo, which inverts the bits.
  { network: '2001::/32', firstByte: 12, mask: 0xff },
].map(({ network, ...place }) => ({ network: ipaddr.parseCIDR(network), mask: 0, ...place }));

const loopback = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];

/**
 * Creates a function that decides where a request to a URL may connect. It resolves the name once, and checks every address:
 * connect to one of these, and do not resolve the name again.
 */
export function chooseAddresses(rules: AddressRules): (url: URL) => Promise<Destination> {
  return async function choose(url) {
    if (isPublic(rules, url)) return { refused: 'refusedAddress' };
    const host = hostOf(url);
    const addresses = ipaddr.isValid(host) ? [host] : await rules.resolve(host).catch(() => []);
    const parsed = addresses.filter((address) => ipaddr.isValid(address)).map((address) => ipaddr.parse(address));
    if (parsed.length === 0) return { refused: 'unknownHost' };
    const port = portOf(url);
    if (parsed.some(isRefused) || isOwn(rules, parsed, port)) return { refused: 'refusedAddress' };
    const allowed = parsed.filter((address) => isAllowed(rules, host, address));
    if (allowed.length === 0) return { refused: 'notAllowed' };
    // Many home networks have names with IPv6 addresses, and no way to them.
    const inOrder = allowed.toSorted((one, other) => Number(one.kind() === 'ipv6') - Number(other.kind() === 'ipv6'));
    return { addresses: inOrder.map(String) };
  };
}

/** The name or address of a URL, without brackets and without the dot at the end of a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/** The port of a URL. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** An address, and the IPv4 addresses that it has in it. */
function formsOf(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4' || address.range() === 'loopback') return [address];
  const carried = carriers.filter(({ network }) => isIn(address, network));
  const bytesAt = (first: number) => address.toByteArray().slice(first, first + 4);
  const inner = carried.map(({ firstByte, mask }) => bytesAt(firstByte).map((byte) => byte ^ mask));
  return [address, ...inner.map((bytes) => ipaddr.fromByteArray(bytes))];
}

function isRefused(address: Address): boolean {
  return formsOf(address).some((form) => refusedNetworks.some((network) => isIn(form, network)));
}

function isAllowed({ allow }: AddressRules, host: string, address: Address): boolean {
  if (allow.length === 0) return true;
  return allow.some((one) =>
    typeof one === 'string' ? one === host : formsOf(address).some((form) => isIn(form, one)),
  );
}

/** Whether a URL leads to this server by its public address, such as through a proxy or a published port. */
function isPublic({ publicUrl }: AddressRules, url: URL): boolean {
  if (publicUrl === null) return false;
  const own = new URL(publicUrl);
  return hostOf(own) === hostOf(url) && portOf(own) === portOf(url);
}

/** Whether a listener of this server has one of some addresses. */
function isOwn({ ownListeners, isOfMachine }: AddressRules, addresses: readonly Address[], port: number): boolean {
  const listeners = ownListeners().filter((listener) => listener.port === port);
  if (listeners.length === 0) return false;
  const forms = addresses.flatMap(formsOf);
  const single = listeners.map(({ host }) => host).filter(isSingle);
  if (areAmong(forms, single)) return true;
  // A listener on all addresses, or on a name, is reached by each address of the machine.
  if (single.length === listeners.length) return false;
  return forms.some((form) => loopback.some((own) => isIn(form, own)) || isOfMachine(String(form)));
}

function areAmong(forms: readonly Address[], texts: readonly string[]): boolean {
  const known = new Set(texts.filter((text) => ipaddr.isValid(text)).map((text) => String(ipaddr.process(text))));
  return forms.some((form) => known.has(String(form)));
}

function isSingle(host: string): boolean {
  return ipaddr.isValid(host) && !['0.0.0.0', '::'].includes(host);
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as [ipaddr.IPv6, number]);
}
