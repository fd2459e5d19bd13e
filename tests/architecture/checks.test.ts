/** A check or repair that is declared but never run would seem to find nothing. */

import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS, REPAIRS } from '../../server/src/upkeep/fsck/fsck.ts';
import { ROOT, SERVER } from './source-files.ts';

const declared = await Promise.all(
  globSync(`${SERVER}/*/check/*.ts`, { cwd: ROOT }).map(async (file) => {
    const exported: unknown[] = Object.values(await import(path.join(ROOT, file)));
    return { room: file.split('/')[2] ?? '', exported: exported.filter((value) => isObject(value)) };
  }),
);

test('every check of a capability is run once, under a name that begins with the capability', () => {
  const found = declared.flatMap(({ room, exported }) =>
    exported.flatMap((value) => ('find' in value && 'name' in value ? [`${room}: ${bare(value.name)}`] : [])),
  );
  const run = Object.values(CHECKS).flatMap((checks) => checks.map(({ name }) => name));
  expect(run.toSorted()).toEqual(found.toSorted());
  expect(new Set(run).size).toBe(run.length);
});

test('every repair of a capability can be run, and belongs to one kind', () => {
  const found = declared.flatMap(({ exported }) =>
    exported.flatMap((value) => ('run' in value && 'kind' in value ? [value.kind] : [])),
  );
  const kinds: unknown[] = REPAIRS.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(found.toSorted());
  expect(new Set(kinds).size).toBe(kinds.length);
});

const bare = (name: unknown): string => String(name).replace(/^\w+: /, '');

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
