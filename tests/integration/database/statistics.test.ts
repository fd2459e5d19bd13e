/** The columns of which PostgreSQL makes statistics, in tables to which every certificate adds a row. */

import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/test-database.ts';

test('for every column it is decided whether its statistics are worth their cost', async () => {
  const database = await createTestDatabase();
  const undecided = await database.query(
    `select attrelid::regclass::text || '.' || attname as column from pg_attribute
      where attrelid in ('certificates'::regclass, 'certificate_tokens'::regclass, 'certificate_codes'::regclass)
        and attnum > 0 and not attisdropped and attstattarget is null`,
  );
  expect(undecided).toEqual([]);
  await database.drop();
});

test('statistics are made for every first column of an index', async () => {
  const database = await createTestDatabase();
  const indexed = await database.query(
    `select a.attrelid::regclass::text || '.' || a.attname as column from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid in ('certificates'::regclass, 'certificate_tokens'::regclass, 'certificate_codes'::regclass)
        and a.attstattarget = 0`,
  );
  expect(indexed).toEqual([]);
  await database.drop();
});
