/** For every column that could hold data of a member, it is known what happens to the data. */

import { PERSON_DATA } from '../../../server/src/memberships/members/anonymise-and-merge/person-data.ts';
import {
  MEMBER_FILES,
  NOT_READ as NOT_READ_OF_MEMBER,
} from '../../../server/src/memberships/members/export/member-tables.ts';
import {
  NOT_READ as NOT_READ_OF_PERSON,
  PERSON_TABLES,
} from '../../../server/src/people/export/person-tables.ts';
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
        -- Made anew from the other columns with every change of the row, so that forgetting changes it too.
        and a.attname <> 'row_digest'
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

test('P109 an export shows what is forgotten with a member: every table and column, or the reason why not', async ({
  sello,
}) => {
  const rows = await sello.database.query(
    `select c.relname as table, array_agg(a.attname::text order by a.attname) as columns,
            coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attname <> 'row_digest' group by 1`,
  );
  const schema = new Map(
    rows.map((row) => [
      String(row.table),
      { columns: row.columns as string[], bytes: row.bytes as string[] },
    ]),
  );
  for (const { table, shown, withheld } of [...MEMBER_FILES, ...PERSON_TABLES]) {
    expect([...shown, ...Object.keys(withheld)].toSorted(), table).toEqual(
      schema.get(table)?.columns.toSorted(),
    );
    // Bytes are hashes and secrets.
    expect(
      shown.filter((column) => schema.get(table)?.bytes.includes(column)),
      table,
    ).toEqual([]);
  }
  const ofMember = [...MEMBER_FILES.map(({ table }) => table), ...Object.keys(NOT_READ_OF_MEMBER)];
  const withMembers = [...schema]
    .filter(([, { columns }]) => columns.includes('member_id'))
    .map(([table]) => table);
  expect(
    [...withMembers, ...PERSON_DATA.map(({ table }) => table)].filter((table) => !ofMember.includes(table)),
  ).toEqual([]);
  const people = OTHER_COLUMNS.find(({ because }) => because.startsWith('People who log in'));
  const ofPerson = [...PERSON_TABLES.map(({ table }) => table), ...Object.keys(NOT_READ_OF_PERSON)];
  expect(Object.keys(people?.columns ?? {}).toSorted()).toEqual(ofPerson.toSorted());
});
