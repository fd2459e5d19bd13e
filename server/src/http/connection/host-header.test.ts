import { expect, test } from 'vitest';
import { assertOneHost } from './host-header.ts';

const check = (httpVersion: string, ...rawHeaders: string[]) =>
  assertOneHost({ httpVersion, rawHeaders } as never);

test('exactly one Host passes, in any case of its letters', () => {
  check('1.1', 'Host', 'a', 'Accept', '*/*');
  check('1.1', 'x', 'host', 'HOST', 'a');
  check('1.0');
});

test('none, or more than one, is refused, even where they agree', () => {
  expect(() => check('1.1', 'Accept', 'host')).toThrow('exactly once');
  expect(() => check('1.1', 'Host', 'a', 'host', 'a')).toThrow('exactly once');
  expect(() => check('1.0', 'Host', 'a', 'Host', 'b')).toThrow('exactly once');
});
