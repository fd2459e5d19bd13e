/**
 * The unit for counting attempts, one household or office: an IPv4 address, or the /64 of an IPv6 one, because its
 * holder has all 2⁶⁴ addresses of that network.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [front = '', back] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const head = front === '' ? [] : front.split(':');
  const tail = back ? back.split(':') : [];
  const zeros = back === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
