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
import type { TestSello } from '../../harness/test-sello.ts';
import { expect, test } from '../../harness/world.ts';
import { OTHER_COLUMNS } from './other-columns.ts';
import { PLAIN_NAMES, PLAIN_OF_MEMBERS, PLAIN_TYPES } from './plain-columns.ts';

type Column = { table: string; name: string; type: string };

/** Every column of tables, of views, and of composite types. */
async function readColumns({ database }: TestSello): Promise<Column[]> {
  const rows = await database.query(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind not in ('i', 'I', 'S', 't') and not c.relispartition
        and c.relnamespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema'))
        and a.attnum > 0 and not a.attisdropped
        -- Made anew from the other columns with every change of the row, so that forgetting changes it too.
        and a.attname <> 'row_digest'`,
  );
  return rows.map(({ table, name, type }) => ({
    table: String(table),
    name: String(name),
    type: String(type),
  }));
}

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

test('P109 every column that can hold text is listed once, whatever its type: as data of a member, or with the reason why not', async ({
  sello,
}) => {
  const columns = await readColumns(sello);
  const holding = columns.filter(({ type }) => !PLAIN_TYPES.includes(type));
  const listed = [
    ...PERSON_DATA.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    ...OTHER_COLUMNS.flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ),
  ];
  expect(listed.toSorted()).toEqual(holding.map(nameOf).toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});

test('P109 every column of numbers, days, times and truths is listed too, those of members by their table', async ({
  sello,
}) => {
  const columns = await readColumns(sello);
  const ofMembers = new Set([
    'members',
    ...columns
      .filter(({ name }) => /^(?:member|membership|award|document)_id$/.test(name))
      .map(({ table }) => table),
  ]);
  const plain = columns.filter(({ type }) => PLAIN_TYPES.includes(type));
  const theirs = plain.filter(({ table }) => ofMembers.has(table));
  const listed = Object.entries(PLAIN_OF_MEMBERS).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  );
  expect(listed.toSorted()).toEqual(theirs.map(nameOf).toSorted());
  const others = new Set(plain.filter(({ table }) => !ofMembers.has(table)).map(({ name }) => name));
  expect(PLAIN_NAMES.flatMap(({ names }) => names).toSorted()).toEqual([...others].toSorted());
  expect(PLAIN_TYPES.filter((type) => !plain.some((column) => column.type === type))).toEqual([]);
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
    // Columns of bytes hold hashes and secrets, so none is shown.
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
