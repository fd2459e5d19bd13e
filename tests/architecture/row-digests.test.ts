/** Rules that later migrations must follow for rows with digests (`0058_row_digests.sql`). */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const FIRST = '0058_row_digests.sql';
const FOLDER = 'server/migrations';
const read = (name: string) => readFileSync(path.join(ROOT, FOLDER, name), 'utf8');
const since = globSync('*.sql', { cwd: path.join(ROOT, FOLDER) }).filter((name) => name >= FIRST);
const digested = since.flatMap((name) =>
  [...read(name).matchAll(/zz_row_digest before insert or update on (\w+)/g)].map(([, table]) => table ?? ''),
);

/** Columns that are added with a value in every row: the digests of the rows would no longer match. */
function valuesAdded(sql: string): string[] {
  return [...sql.matchAll(/alter table (\w+)\s+add column (\w+)[^;]*?\b(?:default|generated)\b/gi)].flatMap(
    ([, table = '', column]) => (digested.includes(table) ? [`${table}.${column}`] : []),
  );
}

test('the search recognises a column that is added with a value', () => {
  expect(digested.length).toBeGreaterThan(25);
  expect(valuesAdded('alter table courses add column seats integer not null default 0;')).toEqual([
    'courses.seats',
  ]);
  expect(valuesAdded('alter table courses add column seats integer;')).toEqual([]);
  expect(valuesAdded('alter table accounts add column seats integer default 0;')).toEqual([]);
});

test('a new column in a row with a digest is added without a value, or its migration updates the digests', () => {
  const later = since.filter((name) => name > FIRST);
  const careless = later.filter(
    (name) => valuesAdded(read(name)).length > 0 && !read(name).includes('row_digest'),
  );
  expect(careless).toEqual([]);
});

test('no table that a certificate writes has a trigger for digests', () => {
  const written = [
    'accounts',
    'allowance_reservations',
    'api_key_usage',
    'audit_events',
    'certificate_counts',
    'certificate_tokens',
    'certificates',
    'idempotency_keys',
    'log_queue',
    'signing_chains',
  ];
  expect(written.filter((table) => digested.includes(table))).toEqual([]);
});
