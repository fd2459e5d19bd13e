import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEY_BYTES } from './common-passwords.ts';
import { assertGoodPassword } from './password-rules.ts';

const OWN = {
  email: 'mjose.hernandez+sello@example.com',
  name: 'María José Hernández',
  serviceName: 'sello',
};

const judge = (password: string) =>
  assertGoodPassword('password', password, OWN).then(
    () => 'good',
    ({ message }) => message,
  );

test.for([
  'qwertyuiop',
  '1234567890',
  'Q1W2E3R4T5',
  'password123',
  'PASSWORD123',
  'iloveyou123',
  'basketball',
  'xxxxxxxxxx',
  'aaaaaaaaaa',
  '0987654321',
  'qwerty123456',
  'liverpool1',
])('P50 %s is refused as common', async (password) => {
  expect(await judge(password)).toContain('`password` is one of the most common passwords');
});

test.for([
  'mjose.hernandez+sello@example.com',
  'MariaJose1985',
  'maría josé hernández',
  'Hernández.2026!',
  'sello-sello-sello',
  '123example.com456',
  'mjosehernandez!!',
])('P50 %s is refused as made of what everybody knows', async (password) => {
  expect(await judge(password)).toContain('`password` is made of your name');
});

test.for([
  'correct horse battery staple',
  'un sello rojo sobre papel',
  '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑',
  'kdjf83hf9w',
  'maria come tacos los lunes',
  '93847561029384',
])('P50 %s is taken, whatever characters it has', async (password) => {
  expect(await judge(password)).toBe('good');
});

test('the filter holds ten thousand passwords, in order', () => {
  const bytes = readFileSync(new URL('common-passwords.bin', import.meta.url));
  expect(bytes.length).toBe(10_000 * KEY_BYTES);
  const keys = Array.from({ length: 10_000 }, (_, i) =>
    bytes.toString('hex', i * KEY_BYTES, (i + 1) * KEY_BYTES),
  );
  expect(keys).toEqual(keys.toSorted());
});
