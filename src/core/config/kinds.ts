import ipaddr from 'ipaddr.js';

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

// The longest duration: a hundred years of 365 days.
const durationSecondsMax = 100 * 31_536_000;

/** The seconds of a duration such as `90d`, `12h`, `30m` or `0`; undefined for any other text, or beyond 100 years. */
export function durationSecondsOf(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,10})([smhdwy])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsIn[unit ?? ''] ?? Number.NaN);
  return seconds <= durationSecondsMax ? seconds : undefined;
}

/** A kind of value that a setting may have. */
export interface ValueKind<Value> {
  /** The allowed values, in words that follow "must be". */
  readonly allowed: string;
  /** Parses a text; undefined when the value is not allowed. */
  readonly parse: (text: string) => Value | undefined;
  /** Says what is wrong with a text that is not allowed, where the allowed values do not say it. */
  readonly explain?: (text: string) => string;
  /** What is superfluous in a text that is allowed, each in words that follow the name of the setting. */
  readonly warnings?: (text: string) => readonly string[];
  /** Whether the value must never be shown. */
  readonly isSecret?: boolean;
  /** Whether the text is a comma-separated list, which a configuration file may give as an array. */
  readonly isList?: boolean;
}

/** A whole number between two bounds, both included. */
export function wholeNumber(minimum: number, maximum: number): ValueKind<number> {
  return {
    allowed: `a whole number from ${minimum} to ${maximum}`,
    parse(text) {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** A boolean, written `true` or `false`. */
export function trueOrFalse(): ValueKind<boolean> {
  const values = new Map([
    ['true', true],
    ['false', false],
  ]);
  return { allowed: 'true or false', parse: (text) => values.get(text) };
}

/** A duration such as `24h`, in seconds, between two bounds that are written in the same way. */
export function duration(minimum: string, maximum: string): ValueKind<number> {
  const minimumSeconds = durationSecondsOf(minimum) ?? 0;
  const maximumSeconds = durationSecondsOf(maximum) ?? durationSecondsMax;
  return {
    allowed: `a duration such as 30m, 24h or 90d, from ${minimum} to ${maximum}`,
    parse(text) {
      const seconds = durationSecondsOf(text) ?? Number.NaN;
      return seconds >= minimumSeconds && seconds <= maximumSeconds ? seconds : undefined;
    },
  };
}

/** A text that is not blank; `what` names it, such as "the path of a directory". */
export function requiredText(what: string): ValueKind<string> {
  return { allowed: what, parse: (text) => (text.trim() === '' ? undefined : text) };
}

/** The same kind of value, or null when the text is empty. */
export function optional<Value>({ allowed, parse }: ValueKind<Value>): ValueKind<Value | null> {
  return { allowed: `${allowed}, or empty for none`, parse: (text) => (text === '' ? null : parse(text)) };
}

/** Values of a kind with commas between them; empty for none. `allowed` describes the list. */
function listOf<Value>(allowed: string, parse: (text: string) => Value | undefined): ValueKind<readonly Value[]> {
  return {
    isList: true,
    allowed: `${allowed}, or empty for none`,
    parse(text) {
      const values = text === '' ? [] : text.split(',').map((one) => parse(one.trim()));
      return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined);
    },
  };
}

/** The same kind of value as a secret, which neither an error nor `config show` shows. */
export function secret<Value>(kind: ValueKind<Value>): ValueKind<Value> {
  return { ...kind, isSecret: true };
}

/** An IP address or a host name. */
export function host(): ValueKind<string> {
  const hostName = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
  const looksLikeAddress = /^[\d.]+$/;
  return {
    allowed: 'an IP address or a host name',
    parse(text) {
      if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return text;
      return hostName.test(text) && !looksLikeAddress.test(text) ? text : undefined;
    },
  };
}

/** The URL of an HTTP server, without a trailing slash. */
export function httpUrl(): ValueKind<string> {
  return {
    allowed: 'an address such as http://127.0.0.1:8383 or https://duebook.example.org',
    parse(text) {
      const url = URL.parse(text);
      const isPlain =
        url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === '';
      return isPlain ? url.href.replace(/\/+$/, '') : undefined;
    },
  };
}

/** Comma-separated host names, in lower case; empty for none. */
export function hostList(): ValueKind<readonly string[]> {
  const { parse } = host();
  return listOf('host names such as duebook.example.org, with commas between them', (text) =>
    parse(text)?.toLowerCase(),
  );
}

/** Comma-separated domains of mail addresses, in lower case; empty for none. */
export function mailDomains(): ValueKind<readonly string[]> {
  const domain = /^[\p{L}\p{N}]([\p{L}\p{N}.-]{0,188}[\p{L}\p{N}])?$/u;
  return listOf('domains of mail addresses such as example.org,example.com', (text) =>
    domain.test(text) ? text.toLowerCase() : undefined,
  );
}

/** The URL of a mail server. */
export function mailServerUrl(): ValueKind<string> {
  return {
    allowed: 'an address such as smtps://user:password@mail.example.org',
    parse(text) {
      const url = URL.parse(text);
      return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
    },
  };
}

/** A mail address, also with a name before it. */
export function mailAddress(): ValueKind<string> {
  const form = /^([^<>@\r\n]{0,100}<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;
  return {
    allowed: 'a mail address such as duebook@example.org or "Duebook <duebook@example.org>"',
    parse: (text) => (form.test(text) && text.length <= 300 ? text : undefined),
  };
}

// Browsers, other programs and proxies send these by themselves, so that they name no user.
const headersOfOthers = new Set(
  `alt-used authorization baggage cache-control cf-connecting-ip connection cookie cookie2 date device-memory dnt
  downlink dpr early-data ect expect forwarded from host idempotency-key keep-alive last-event-id max-forwards
  origin pragma priority purpose range referer rtt save-data te traceparent tracestate trailer transfer-encoding
  true-client-ip upgrade upgrade-insecure-requests user-agent via viewport-width width x-client-data x-client-ip
  x-correlation-id x-purpose x-real-ip x-request-id x-requested-with`.split(/\s+/),
);
const kindsOfOthers =
  /^(accept|access-control|content|if|mcp|ping|proxy|sec|service-worker|x-duebook|x-forwarded)(-|$)/i;

function isSentByOthers(header: string): boolean {
  return kindsOfOthers.test(header) || headersOfOthers.has(header.toLowerCase());
}

/** The name of a request header that names a user. */
export function userHeader(): ValueKind<string> {
  const form = /^[a-z][a-z0-9-]{0,99}$/i;
  return {
    allowed: 'the name of a header that only the proxy sets, such as Remote-User',
    parse: (text) => (form.test(text) && !isSentByOthers(text) ? text : undefined),
  };
}

/** Comma-separated origins of pages; empty for none. */
export function originList(): ValueKind<readonly string[]> {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s,*]+$/;
  return listOf('origins such as https://chat.example.org, with commas between them', (text) =>
    origin.test(text) ? text : undefined,
  );
}

/** One of some words. */
export function oneOf<const Word extends string>(words: readonly Word[]): ValueKind<Word> {
  const allowed = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
  return { allowed, parse: (text) => words.find((word) => word === text) };
}

/** A token that is too long to be guessed. */
export function token(): ValueKind<string> {
  return {
    allowed: '16 to 200 letters, digits and signs, no blanks',
    parse: (text) => /^[!-~]{16,200}$/.exec(text)?.[0],
  };
}

/** A network of IP addresses: an address, and the number of bits that all addresses share. */
type AddressNetwork = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A list of networks or single addresses. IPv4 networks written as IPv6 become IPv4 networks. */
export function addressNetworks(): ValueKind<readonly AddressNetwork[]> {
  return listOf('addresses and CIDR networks with commas between, such as 127.0.0.1,10.0.0.0/8', networkIn);
}

/** A list of host names, in lower case, and of networks or single addresses. */
export function hostsAndNetworks(): ValueKind<readonly (string | AddressNetwork)[]> {
  const { parse } = host();
  const allowed =
    'host names, addresses and CIDR networks with commas between, such as ntfy.example.org,192.168.0.0/16';
  return listOf(allowed, (text) => networkIn(text) ?? parse(text)?.toLowerCase());
}

function networkIn(text: string): AddressNetwork | undefined {
  const [ipv4Bits, mappedBits] = [32, 96];
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), ipv4Bits];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  const whole = text.includes('/') ? text : `${text}/128`;
  if (!ipaddr.IPv6.isValidCIDR(whole)) return undefined;
  const [address, bits] = ipaddr.IPv6.parseCIDR(whole);
  const isMapped = address.isIPv4MappedAddress() && bits >= mappedBits;
  return isMapped ? [address.toIPv4Address(), bits - mappedBits] : [address, bits];
}

/** The prefix of every path: empty, or a path that needs no escape and that no client normalises. */
export function basePath(): ValueKind<string> {
  const segments = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
  return {
    allowed:
      'a path such as /duebook, without a slash at its end, of letters, digits and -._~ alone, or empty for none',
    parse: (text) => (text === '' || (segments.test(text) && text.length <= 200) ? text : undefined),
  };
}

/** An IANA time zone, in the spelling of the registry. */
export function timeZone(): ValueKind<string> {
  return {
    allowed: 'a time zone such as UTC or Europe/Berlin',
    parse(text) {
      // The default needs no calendar to be loaded.
      if (text === 'UTC') return text;
      try {
        const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
        // Temporal also accepts a whole date and time, and takes the zone out of it.
        return timeZoneId.toLowerCase() === text.toLowerCase() ? timeZoneId : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

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
