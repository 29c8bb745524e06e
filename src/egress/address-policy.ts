import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EgressError } from './egress-error.js';

/** Public addresses that cloud providers use for services of the host itself. */
const MACHINE_SERVICES = ['168.63.129.16/32'];
/** All IPv6 addresses allocated for global unicast. */
const PUBLIC_IPV6 = '2000::/3';

/** Decides which addresses may be connected to, at the moment of the connection. */
export interface AddressPolicy {
  /** Whether connecting to this IP address (as text) is allowed. */
  allows(address: string): boolean;
  /** For `net.connect`: resolves a name to its allowed addresses; fails if there are none. */
  lookup: LookupFunction;
  /** Throws an `EgressError` if the host is a literal address that is not allowed. */
  check(host: string): void;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Allows public unicast addresses and the given ranges (`10.0.0.0/8`, `::1`, `127.0.0.1`) only. The address that is
 * checked is the one that is connected to, which rules out DNS rebinding. `option` is the name of the option that
 * allows a range, for the error message. Throws if a range cannot be parsed.
 */
export function createAddressPolicy(ranges: readonly string[], option: string): AddressPolicy {
  const allowed = ranges.map(parseRange);
  const services = MACHINE_SERVICES.map(parseRange);
  const publicIpv6 = parseRange(PUBLIC_IPV6);
  const allows = (text: string) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text); // ::ffff:10.0.0.1 is 10.0.0.1
    if (allowed.some((range) => contains(range, address))) return true;
    if (address.range() !== 'unicast' || services.some((range) => contains(range, address))) return false;
    return address.kind() === 'ipv4' || contains(publicIpv6, address);
  };
  const refusal = (host: string, address: string) => {
    const at = host === address ? address : `${host} (${address})`;
    return new EgressError('refused', `${at} is not a public address; ${option} can allow its range`);
  };
  return {
    allows,
    check(host) {
      const literal = withoutBrackets(host);
      if (isIP(literal) && !allows(literal)) throw refusal(literal, literal);
    },
    lookup(hostname, options, done) {
      resolveName(hostname, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '', 0);
        const open = found.filter(({ address }) => allows(address));
        const [first] = open;
        if (!first) return done(refusal(hostname, found[0]?.address ?? 'no address'), '', 0);
        if (options.all) done(null, open);
        else done(null, first.address, first.family);
      });
    },
  };
}

function parseRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) throw new Error(`"${text}" is neither an IP address nor a range such as 10.0.0.0/8`);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** Removes the brackets that a URL puts around an IPv6 address: `[::1]` becomes `::1`. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
