import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

const verify = (hash: string, language = 'en') =>
  sello.call('GET', `${API}/verify/${hash}`, { key: caller.key, headers: { 'accept-language': language } });

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
])('anything but 64 hexadecimal characters is refused: %s', async (hash) => {
  expect(expectRefusal(await verify(hash), 422, 'invalid_hash')).toContain('64 hexadecimal characters');
});

test('the refusal is in the language of the caller', async () => {
  expect(expectRefusal(await verify('x', 'es'), 422, 'invalid_hash')).toContain(
    '64 caracteres hexadecimales',
  );
});

test('without a key nothing is revealed about the hash', async () => {
  expectRefusal(await sello.call('GET', `${API}/verify/x`), 401, 'unauthorized');
});
