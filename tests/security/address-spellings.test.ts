/** One address has one count, however it is spelled: the database decides which spellings are one account. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../server/src/people/accounts/accounts.ts';
import { DASHBOARD } from '../harness/dashboard-person.ts';
import { type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import type { TestSello } from '../harness/test-sello.ts';

type Letter = { letter: string; folded: string };

let world: MailingSello;
let sello: TestSello;
/** Letters of which JavaScript and this database make different lower-case letters. */
let letters: Letter[];

beforeAll(async () => {
  world = await openMailingSello();
  sello = world.sello;
  const rows = await sello.database.query(
    `select chr(point) as letter, lower(chr(point)) as folded from generate_series(1, 1114111) point
      where point not between 55296 and 57343`,
    [],
    'every-letter',
  );
  letters = rows
    .map(({ letter, folded }) => ({ letter: String(letter), folded: String(folded) }))
    .filter(({ letter, folded }) => letter.toLowerCase() !== folded);
});
afterAll(() => world.close());

const login = (email: string, password = 'a guess') =>
  sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });

/** How many of the guessed passwords were checked. Hashing itself is not tested here. */
async function judged(guesses: readonly string[]): Promise<number> {
  let count = 0;
  const { verify } = sello.ports.passwords;
  sello.ports.passwords.verify = async () => {
    count += 1;
    return false;
  };
  for (const email of guesses) await login(email);
  sello.ports.passwords.verify = verify;
  sello.advance(3_600_000);
  return count;
}

test('JavaScript and the database lower some letters differently, such as İ', () => {
  expect(letters.map(({ letter }) => letter)).toContain('İ');
});

test('P42 ten guesses over every spelling of an address, known or not', async () => {
  const plain = `${letters.map(({ folded }) => folded).join('')}ασ@example.com`;
  // Spellings with one letter in its other form, and with a capital sigma, whose lower case depends on its position in
  // JavaScript.
  const spellings = [
    ...letters.map(({ letter, folded }) => plain.replace(folded, letter)),
    plain.replace('σ', 'Σ'),
    plain.toUpperCase(),
  ];
  const rows = await sello.database.query(
    'select spelling from unnest($1::text[]) spelling where lower(spelling) = lower($2)',
    [spellings, plain],
    'same-address',
  );
  const same = rows.map(({ spelling }) => String(spelling));
  expect(same.length).toBeGreaterThanOrEqual(2);
  expect(
    await judged(
      Array(3)
        .fill([plain, ...same])
        .flat()
        .slice(0, 60),
    ),
  ).toBeLessThanOrEqual(10);
  await createAccount(sello.ports, { email: plain, name: 'N', certificates: 0 }, undefined, 'operator');
  expect(
    await judged(
      Array(20)
        .fill([plain, ...same])
        .flat()
        .slice(0, 60),
    ),
  ).toBe(10);
});

test('P42 different spellings of an i no longer double the number of guesses', async () => {
  const spellings = Array.from({ length: 16 }, (_, bits) =>
    [...'iiii'].map((letter, i) => ((bits >> i) & 1 ? 'İ' : letter)).join(''),
  ).map((name) => `${name}@example.com`);
  expect(await judged(Array(10).fill(spellings).flat().slice(0, 90))).toBe(10);
});

test('P42 two addresses that only JavaScript considers equal do not share a count', async () => {
  for (const { letter, folded } of letters.filter((one) => one.letter === one.folded)) {
    const neighbour = letter.toLowerCase();
    expect(folded).not.toBe(neighbour);
    expect(await judged([...Array(10).fill(`${letter}@example.com`), `${neighbour}@example.com`])).toBe(11);
  }
});

test('P42 three mails an hour go to one address, over all its spellings', async () => {
  sello.advance(3_600_000);
  const ask = (email: string) =>
    sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
  const spellings = ['lili@example.com', 'lİli@example.com', 'liLİ@example.com', 'lİlİ@example.com'];
  const statuses = [];
  for (const email of spellings) statuses.push((await ask(email)).status);
  expect(statuses).toEqual([202, 202, 202, 429]);
});
