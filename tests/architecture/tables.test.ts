import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, ROOT, SERVER, sourceFiles } from './source-files.ts';
import { EXCEPTIONS, OWNERS } from './table-owners.ts';

const TABLES = existingTables();

test('every table has one owner', () => {
  const owned = Object.values(OWNERS).flat();
  expect(owned.toSorted()).toEqual([...TABLES].toSorted());
});

test('only its owner reads or writes a table, and every exception is used', () => {
  const unused = new Set(
    EXCEPTIONS.flatMap(({ where, tables }) => tables.map((table) => `${where} ${table}`)),
  );
  const strangers: string[] = [];
  for (const file of sourceFiles(SERVER)) {
    const place = file.slice(SERVER.length + 1);
    for (const table of tablesIn(codeOf(file))) {
      if (OWNERS[place.split('/', 1)[0] ?? '']?.includes(table)) continue;
      const exception = EXCEPTIONS.find(
        ({ where, tables }) =>
          (place === where || place.startsWith(`${where}/`)) &&
          (tables.includes('*') || tables.includes(table)),
      );
      if (exception === undefined) strangers.push(`${place} uses ${table}`);
      else unused.delete(`${exception.where} ${exception.tables.includes('*') ? '*' : table}`);
    }
  }
  expect(strangers).toEqual([]);
  expect([...unused]).toEqual([]);
});

function existingTables(): Set<string> {
  const tables = new Set<string>();
  for (const file of globSync('server/migrations/*.sql', { cwd: ROOT }).sort()) {
    const sql = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, table = ''] of sql.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/gi))
      tables.add(table);
    for (const [, table = ''] of sql.matchAll(/\bdrop table (?:if exists )?(\w+)/gi)) tables.delete(table);
  }
  return tables;
}

function tablesIn(code: string): Set<string> {
  const named = code.matchAll(/\b(?:from|join|into|update|using|table|copy)\s+(?:only\s+)?(\w+)\b/gi);
  // Checks that read a table in pieces name it as an argument.
  const inPieces = code.matchAll(/\b(?:rowsOf|distinctOf|ownerMissing)\(\s*'(\w+)'/g);
  return new Set([...named, ...inPieces].map(([, name = '']) => name).filter((name) => TABLES.has(name)));
}
