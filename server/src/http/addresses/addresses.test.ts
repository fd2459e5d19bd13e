import { expect, test } from 'vitest';
import { makeAddressRules } from './addresses.ts';

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

test('an operator allows networks, and nothing beside them', () => {
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
