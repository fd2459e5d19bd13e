import { isIPv4, isIPv6 } from 'node:net';

/**
 * A /48 holds 65,536 networks and often belongs to one customer. It gets this many times the allowance of one
 * network.
 */
const WIDER = 10;

/** A network for which attempts are counted. Its allowance is `times` that of a single network. */
type CountedNetwork = { network: string; times: number };

/**
 * The unit for counting attempts, one household or office: an IPv4 address, or the /64 of an IPv6 one,
 * because its holder has all 2⁶⁴ addresses of that network. All spellings of an address are the same network;
 * texts that are not addresses count as one network, so inventing them gains nothing.
 */
export function networkOf(ip: string): string {
  const address = addressIn(ip);
  if (address === undefined) return 'unknown';
  return typeof address === 'string' ? address : `${hex(address.slice(0, 4))}::/64`;
}

/** The network of an address and, for IPv6, the /48 around it: providers give those to single customers too. */
export function networksOf(ip: string): CountedNetwork[] {
  const own = { network: networkOf(ip), times: 1 };
  const address = addressIn(ip);
  if (address === undefined || typeof address === 'string') return [own];
  return [own, { network: `${hex(address.slice(0, 3))}::/48`, times: WIDER }];
}

/**
 * Whose share a stranger uses: the widest network around the address. With a share for each /64, one customer would
 * have 65,536 of them, and no share would be left for others.
 */
export function shareHolderOf(ip: string): string {
  const widest = networksOf(ip).at(-1);
  return widest?.network ?? networkOf(ip);
}

/**
 * Reads an address: an IPv4 address is returned as text, even if it is mapped into IPv6 (RFC 4291 §2.5.5.2), and an
 * IPv6 address as its eight groups.
 */
function addressIn(text: string): string | number[] | undefined {
  // Nearly every request comes from an IPv4 address, so that is tried first.
  if (isIPv4(text)) return text;
  const bare = withoutPort(text.trim())
    .replace(/%.*$/, '')
    // Some proxies pad the numbers with zeros, which other programs would read as octal.
    .replace(/(?<!\d)\d{1,9}(?:\.\d{1,9}){3}$/, (dotted) => dotted.split('.').map(Number).join('.'));
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  const [a = 0, b = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [a >> 8, a & 255, b >> 8, b & 255].join('.') : groups;
}

/** Removes the port from `203.0.113.7:4711` or `[2001:db8::1]:4711` (RFC 7239 §6). */
function withoutPort(text: string): string {
  const bracketed = /^\[([^[\]]*)\](?::\d*)?$/.exec(text)?.[1];
  return bracketed ?? text.replace(/(\.\d+):\d*$/, '$1');
}

/**
 * The eight groups of an IPv6 address. The URL parser writes every such address in one way (RFC 5952), and turns a
 * dotted end into groups.
 */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function hex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
