import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSources, stackOf } from './source-places.ts';

let build: string;
beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'sello-places-'));
  // The first column of line 2 comes from line 8, column 3 of a source.
  const map = { version: 3, sources: ['../src/cut.ts'], names: [], mappings: ';AAOE' };
  await writeFile(path.join(build, 'main.mjs.map'), JSON.stringify(map));
});
afterAll(() => rm(build, { recursive: true, force: true }));

test('a position in a built file becomes the position in its source', () => {
  const stack = `Error: cut\n    at cut (${pathToFileURL('/opt/sello/server/dist/main.mjs')}:2:1)`;
  const source = path.join(build, '../src/cut.ts');
  expect(inSources(stack, build)).toBe(`Error: cut\n    at cut (${source}:8:3)`);
});

test('a position that no source map knows does not change', () => {
  for (const place of ['/opt/sello/server/dist/other.mjs:2:1', '/opt/sello/server/dist/../../x.mjs:2:1'])
    expect(inSources(`at file://${place}`, build)).toBe(`at file://${place}`);
});

test('for an error without a stack, the message is shown', () => {
  const error = new Error('no stack');
  delete error.stack;
  expect(stackOf(error)).toBe('no stack');
});
