import { expect, test } from 'vitest';
import { readMigrations } from '../migrate.ts';
import {
  DECLARED_SINCE,
  declaredLocks,
  isContract,
  isOutsideTransaction,
  numberOf,
  statementsOf,
} from './declared-locks.ts';

const declared = (sql: string) => declaredLocks({ name: '0099_new.sql', sql });

test('what a file locks is read from its first lines', () => {
  const sql = `-- Why it is there.
-- locks certificates: share, reads 100 million rows in 90 s
-- locks log_state: access exclusive, instant
-- locks members: row exclusive, writes 100 million rows in 2 h
-- locks url_keys: row exclusive, few rows

create index on certificates (title);
-- locks late: share, instant`;
  expect(declared(sql)).toEqual([
    { table: 'certificates', mode: 'share', work: { kind: 'reads', secondsAt100Million: 90 } },
    { table: 'log_state', mode: 'access exclusive', work: { kind: 'instant' } },
    { table: 'members', mode: 'row exclusive', work: { kind: 'writes', secondsAt100Million: 7_200 } },
    { table: 'url_keys', mode: 'row exclusive', work: { kind: 'few rows' } },
  ]);
});

test('a file that locks nothing says so, which is not the same as saying nothing', () => {
  expect(declared('-- locks nothing\ncreate table t ();')).toEqual([]);
  expect(declared('create table t ();')).toBeUndefined();
});

test.for([
  '-- locks certificates: shared, instant',
  '-- locks certificates: share, soon',
  '-- locks certificates: share, reads 100 million rows in a while',
  '-- locks certificates',
])('the declaration "%s" is refused', (line) => {
  expect(() => declared(line)).toThrow('0099_new.sql: "-- locks certificates');
});

test('the name of a file tells whether it takes something away', () => {
  expect(['0099_drop_titles.contract.sql', '0099_contract.sql'].map(isContract)).toEqual([true, false]);
});

test('statements outside a transaction are sent one by one', () => {
  const sql = `-- outside a transaction
-- locks certificates: share update exclusive, reads 100 million rows in 5 min
drop index concurrently if exists by_title;
-- Twice: a crash may have left half of it.
create index concurrently by_title
  on certificates (title);
`;
  expect(isOutsideTransaction({ sql })).toBe(true);
  expect(statementsOf({ sql })).toEqual([
    'drop index concurrently if exists by_title',
    'create index concurrently by_title\n  on certificates (title)',
  ]);
});

test('a block of code is one statement, whatever ends its lines', () => {
  const sql = `-- outside a transaction
do $$
begin
  perform 1;
end $$;
analyze certificates;
`;
  expect(statementsOf({ sql })).toEqual(['do $$\nbegin\n  perform 1;\nend $$', 'analyze certificates']);
});

test('P95 every migration since the rule says what it locks', async () => {
  const silent = (await readMigrations()).filter(
    (migration) => numberOf(migration.name) >= DECLARED_SINCE && declaredLocks(migration) === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
