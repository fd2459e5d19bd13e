import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'verify',
  ({ sello, client }) =>
    (hash: string, language = 'en') =>
      sello.call('GET', `${API}/verify/${hash}`, {
        key: client.key,
        headers: { 'accept-language': language },
      }),
);

test.for([
  'x',
  'a'.repeat(63),
  'a'.repeat(65),
  'g'.repeat(64),
  `${'a'.repeat(63)}%20`,
  `%20${'a'.repeat(63)}`,
  `${'a'.repeat(64)}%0A`,
  `${'a'.repeat(64)}%00`,
  `0x${'a'.repeat(62)}`,
  `sha256:${'a'.repeat(64)}`,
  '%EF%BC%A1'.repeat(64),
  'a'.repeat(1_000),
  'd41d8cd98f00b204e9800998ecf8427e',
])('anything but 64, 96 or 128 hexadecimal characters is refused: %s', async (hash, { verify }) => {
  expect(expectRefusal(await verify(hash), 422, 'invalid_hash')).toContain(
    '64, 96 or 128 hexadecimal characters',
  );
});

test('the refusal is in the language of the caller', async ({ verify }) => {
  expect(expectRefusal(await verify('x', 'es'), 422, 'invalid_hash')).toContain(
    '64, 96 o 128 caracteres hexadecimales',
  );
});

test('without a key nothing is revealed about the hash', async ({ sello }) => {
  expectRefusal(await sello.call('GET', `${API}/verify/x`), 401, 'unauthorized');
});
