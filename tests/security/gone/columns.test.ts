/** Every column that could hold something of a member is known, and what becomes of it. */

import { PERSON_DATA } from '../../../server/src/memberships/members/anonymise-and-merge/person-data.ts';
import { expect, test } from '../../harness/world.ts';
import { OTHER_COLUMNS } from './other-columns.ts';

test('P109 every column of text, JSON or bytes is listed once: as data of a member, or with the reason why not', async ({
  sello,
}) => {
  const rows = await sello.database.query(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped
        and a.atttypid = any('{text,text[],json,jsonb,bytea,bytea[],varchar,name,xml}'::regtype[])`,
  );
  const listed = [
    ...PERSON_DATA.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    ...OTHER_COLUMNS.flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ),
  ];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => String(name)).toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});
