/**
 * Decides to which addresses the server may connect: those of the public internet, and those that the operator
 * allows.
 */

import { BlockList, isIP, isIPv6 } from 'node:net';

export type AddressRules = {
  /** Judges an address in the notation of the system resolver; an unknown notation is refused. */
  mayConnect(address: string): boolean;
  /** Whether the operator named the network of the address. */
  isAllowed(address: string): boolean;
  /** Whether the operator named any network. */
  allowsAny: boolean;
};

/** Everything in IANA's special-purpose registry for IPv4, and the multicast and reserved ranges. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * For IPv6 the list is the other way round, because only this range is the public internet. Loopback, mapped and
 * compatible IPv4, NAT64, unique local, link-local and multicast addresses lie outside of it.
 */
const PUBLIC_IPV6 = ['2000::/3'];

/**
 * Exceptions inside that range: Teredo and other protocol assignments, documentation, 6to4 (which carries an IPv4
 * address) and SRv6.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/**
 * The "bad ports" of the fetch standard from 1024 on. Other protocols listen there, and may obey a line of a request
 * that we send.
 */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Ports where web servers listen: 80, 443, and those that need no privileges. Never SSH, mail or 0. */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !BAD_PORTS.has(port));
}

export function makeAddressRules(allowed: readonly string[]): AddressRules {
  const allow = listOf(allowed);
  const special = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6]);
  const publicIpv6 = listOf(PUBLIC_IPV6);
  const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  /**
   * Node also applies IPv4 rules to IPv4 addresses that are mapped into IPv6. An operator who allows an IPv4 network
   * does not mean those, so they are excluded.
   */
  const isAllowed = (address: string) =>
    isIP(address) !== 0 && !isMapped(address) && allowed.length > 0 && isIn(allow, address);
  return {
    allowsAny: allowed.length > 0,
    isAllowed,
    mayConnect(address) {
      // A zone (`fe80::1%eth0`) names an interface of this machine.
      if (isIP(address) === 0 || address.includes('%')) return false;
      if (isAllowed(address)) return true;
      if (isIPv6(address) && !isIn(publicIpv6, address)) return false;
      return !isIn(special, address);
    },
  };
}

function isMapped(address: string): boolean {
  return isIPv6(address) && listOf(['::ffff:0:0/96']).check(address, 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
