import { expect, test } from 'vitest';
import { isWebPort, makeAddressRules } from './addresses.ts';

const REFUSED =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.1.2.3 169.254.169.254
  169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1
  192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
  255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8
  ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1
  2001:db8::1 2002:7f00:1::1 2002:a9fe:a9fe:: 2620:4f:8000::1 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1
  fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1 localhost example.com 127.1 2130706433`.split(/\s+/);

const TAKEN = [
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
];

test.each(REFUSED)('P37 %s is not connected to', (address) => {
  expect(makeAddressRules([]).mayConnect(address)).toBe(false);
});

test.each(TAKEN)('%s is on the public internet', (address) => {
  expect(makeAddressRules([]).mayConnect(address)).toBe(true);
});

test('an operator allows exactly the named networks', () => {
  const rules = makeAddressRules(['10.1.0.0/16', '::1', 'fd00::/8']);
  expect(['10.1.2.3', '::1', 'fd12::1'].map(rules.mayConnect)).toEqual([true, true, true]);
  expect(['10.2.0.1', '::2', 'fe80::1', '::ffff:10.1.2.3'].map(rules.mayConnect)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(rules.isAllowed('8.8.8.8')).toBe(false);
});

/** https://fetch.spec.whatwg.org/#port-blocking */
const BAD_PORTS =
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117
  119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
  995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number);

test('P37 only ports of web servers are connected to: none of the fetch standard’s bad ports, never 0', () => {
  expect(BAD_PORTS.filter(isWebPort)).toEqual([]);
  for (const port of [0, -1, 81, 1023, 65_536, Number.NaN]) expect(isWebPort(port)).toBe(false);
  const high = Array.from({ length: 64_512 }, (_, i) => 1024 + i);
  expect(high.filter((port) => !isWebPort(port))).toEqual(BAD_PORTS.filter((port) => port >= 1024));
  expect([80, 443, 1024, 8080, 8443, 65_535].every(isWebPort)).toBe(true);
});
