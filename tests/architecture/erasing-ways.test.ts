/** P120: every way of erasing must be listed with its check for legal holds. */

import { expect, test } from 'vitest';
import { PERSON_DATA } from '../../server/src/memberships/members/anonymise-and-merge/person-data.ts';
import { ERASING_WAYS } from './erasing-ways.ts';
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

/** Columns with data about a person, and the mark of an erased file. */
const TELLING = new Set([
  ...PERSON_DATA.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  ...['accounts.name', 'accounts.email', 'accounts.password_hash', 'accounts.time_zone'],
  'certificates.file_erased_at',
]);

/** What the SQL and the calls in this source text erase. */
function waysIn(code: string): string[] {
  const deletes = [...code.matchAll(/\bdelete from \$?(\w+|\{\w+\})/g)].map(([, table]) => `delete ${table}`);
  const truncates = [...code.matchAll(/\btruncate (?:table )?(\w+)/g)].map(
    ([, table]) => `truncate ${table}`,
  );
  const blanks = [
    ...code.matchAll(/\bupdate (\w+)(?: \w+)?\s+set\b(?=([^`;]*?)(?:\bupdate\b|[`;]))/g),
  ].flatMap(([, table, set = '']) =>
    [...set.matchAll(/\b(\w+) = (?:null|''|'\{\}'|'\[\]')/g), ...set.matchAll(/\b(file_erased_at) = /g)]
      .map(([, column]) => `${table}.${column}`)
      .filter((column) => TELLING.has(column))
      .map((column) => `blank ${column}`),
  );
  const removals = /\b(?:inventory|files|kept)\.remove\(/.test(code) ? ['remove file'] : [];
  return [...new Set([...deletes, ...truncates, ...blanks, ...removals])].toSorted();
}

test('P120 every way of erasing is listed as checking for legal holds, or with the reason why it need not', () => {
  const found = Object.fromEntries(
    sourceFiles(SERVER)
      .map((file) => [file.slice(SERVER.length + 1), waysIn(codeOf(file))] as const)
      .filter(([file, ways]) => ways.length > 0 && !file.startsWith('database/embedded/')),
  );
  const listed = Object.fromEntries(
    ERASING_WAYS.flatMap(({ ways }) =>
      Object.entries(ways).map(([file, what]) => [file, what.toSorted()] as const),
    ),
  );
  expect(found).toEqual(listed);
});

test('P120 every statement that is listed as checking does check', () => {
  for (const one of ERASING_WAYS) {
    if (!('asks' in one)) continue;
    expect(codeOf(`${SERVER}/${one.asks}`), one.asks).toMatch(
      /await assertNoHold\(|await assertMembersNotHeld\(|hold_over\(/,
    );
  }
});
