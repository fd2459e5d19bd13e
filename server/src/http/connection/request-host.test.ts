import { expect, test } from 'vitest';
import { assertOneHost, hostOf, plainHost, toOriginForm } from './request-host.ts';

const check = (httpVersion: string, ...rawHeaders: string[]) =>
  assertOneHost({ httpVersion, rawHeaders } as never);

test('exactly one Host header is accepted, in upper or lower case', () => {
  check('1.1', 'Host', 'a', 'Accept', '*/*');
  check('1.1', 'x', 'host', 'HOST', 'a');
  check('1.0');
});

test('no Host header, or more than one, is refused, even if they are the same', () => {
  expect(() => check('1.1', 'Accept', 'host')).toThrow('exactly once');
  expect(() => check('1.1', 'Host', 'a', 'host', 'a')).toThrow('exactly once');
  expect(() => check('1.0', 'Host', 'a', 'Host', 'b')).toThrow('exactly once');
});

test.for([
  ['files.example', 'files.example'],
  ['FILES.Example:443', 'files.example'],
  ['files.example.', 'files.example'],
  ['files.example.:80', 'files.example'],
  ['files.example..', 'files.example'],
  ['files.example:0443', 'files.example'],
  ['files.example:', 'files.example'],
  ['%66iles.example', 'files.example'],
  ['ｆｉｌｅｓ.example', 'files.example'],
  ['files。example', 'files.example'],
  ['files.example:8080', 'files.example:8080'],
  ['files.example.:8080', 'files.example:8080'],
  ['[::1]:3000', '[::1]:3000'],
  ['[0:0::1]', '[::1]'],
  ['127.1', '127.0.0.1'],
  ['', ''],
] as const)('P48 the host %j is %j', ([given, host]) => {
  expect(plainHost(given)).toBe(host);
});

test.for(['a b', 'a/b', 'user@a', 'a?b', 'a#b', 'a\\b', 'a:b', 'a:99999', '[::1', 'a\tb', '<', 'a^b', 'a|b'])(
  'P48 %j is no host',
  (given) => {
    expect(plainHost(given)).toBeUndefined();
    expect(() => check('1.1', 'Host', given)).toThrow('must be a host');
  },
);

test('P48 the first line and the header name the same host, or the request is refused', () => {
  const request = (url: string, ...rawHeaders: string[]) =>
    ({ httpVersion: rawHeaders.length === 0 ? '1.0' : '1.1', url, rawHeaders }) as never;
  const same = request('HTTP://Files.example:80/files/x?y', 'Host', 'files.example.');
  expect(toOriginForm(same)).toBe('/files/x?y');
  assertOneHost(same);
  const bare = request('http://files.example?y');
  expect(toOriginForm(bare)).toBe('/?y');
  assertOneHost(bare);
  expect(hostOf({ raw: bare })).toBe('files.example');
  for (const url of [
    'http://other.example/',
    'http://',
    'https://a@files.example/',
    'http://files.example:81/',
  ]) {
    const differs = request(url, 'Host', 'files.example');
    toOriginForm(differs);
    expect(() => assertOneHost(differs)).toThrow('must be a host');
  }
  for (const url of ['/', '*', 'files.example:443', 'ftp://files.example/', '//files.example/'])
    expect(toOriginForm(request(url))).toBe(url);
});
