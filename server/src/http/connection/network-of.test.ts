import { expect, test } from 'vitest';
import { networkOf, networksOf, shareHolderOf } from './network-of.ts';

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
] as const)('%s counts as %s', ([ip, network]) => {
  expect(networkOf(ip)).toBe(network);
});

test.for([
  '203.0.113.7:4711',
  '203.0.113.7:',
  '203.000.113.007',
  ' 203.0.113.7 ',
  '[203.0.113.7]:80',
  '::ffff:203.0.113.7',
  '::FFFF:203.0.113.7',
  '::ffff:cb00:7107',
  '0:0:0:0:0:ffff:203.0.113.7',
  '0000:0000:0000:0000:0000:FFFF:CB00:7107',
  '::ffff:203.0.113.7:4711',
  '[::ffff:203.0.113.7]:4711',
  '[::ffff:cb00:7107]',
  '::ffff:203.0.113.007',
  '::ffff:203.0.113.7%eth0',
])('P108 an address that a proxy writes as %s is 203.0.113.7', (ip) => {
  expect(networkOf(ip)).toBe('203.0.113.7');
});

test.for([
  '[2001:db8:1:2::1]:443',
  '[2001:db8:1:2::1]',
  '[2001:DB8:1:2::1%25eth0]:80',
  '2001:db8:1:2::1%1',
  '2001:db8:1:2::192.0.2.1',
  '2001:db8:1:2:0:0:0:ffff',
])('P108 %s is in 2001:db8:1:2::/64', (ip) => {
  expect(networkOf(ip)).toBe('2001:db8:1:2::/64');
});

test.for([
  '',
  'unknown',
  '_hidden',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.4:x',
  ':::',
  '[::1',
  '::1]:80',
  '[[::1]]',
  '2001:db8::1::2',
  '12345::',
  '0x7f.1.1.1',
  '2130706433',
  'a'.repeat(10_000),
])('P108 %s is no address and counts with all others', (ip) => {
  expect(networkOf(ip)).toBe('unknown');
});

test('P108 a /48 is counted in addition to its networks, with a larger limit', () => {
  expect(networksOf('2001:db8:1:2::1')).toEqual([
    { network: '2001:db8:1:2::/64', times: 1 },
    { network: '2001:db8:1::/48', times: 10 },
  ]);
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }]);
});

test('P105: the share of a stranger is that of the widest network around the address', () => {
  expect(shareHolderOf('2001:db8:1:2::1')).toBe(shareHolderOf('2001:db8:1:3::1'));
  expect(shareHolderOf('2001:db8:1:2::1')).not.toBe(shareHolderOf('2001:db8:2:2::1'));
  expect(shareHolderOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(shareHolderOf('nonsense')).toBe('unknown');
});
