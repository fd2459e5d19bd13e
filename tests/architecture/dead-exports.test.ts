/**
 * Everything that is exported must be imported somewhere: an export without importers misleads people who look for its
 * users.
 */

import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, ROOT, sourceFiles } from './source-files.ts';

/** Generated files: their tables are complete, even if pages do not use every row. */
const GENERATED = new Set([
  'web/src/dashboard/calls.ts',
  'web/src/dashboard/own-calls.ts',
  'web/src/desk/calls.ts',
  'web/src/my/calls.ts',
  'web/src/operator/calls.ts',
]);

/** `web/one-file.ts` replaces the files of the same names with these. */
const STAND_INS = new Set([
  'web/src/one-file/ask-service.ts',
  'web/src/one-file/hash-file.ts',
  'web/src/one-file/show-badge.ts',
]);

const EXPORT =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface) ([A-Za-z_$][\w$]*)/gm;
const FROM = /\b(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*[^'"]*?|[\w$]+)\s+from\s*'(\.[^']+)'/g;
const LAZY = /\bimport\(\s*'(\.[^']+)'\s*\)|\bimportOriginal<typeof import\('(\.[^']+)'\)>/g;

const IMPORTING = globSync('{server,proof,rules,sdk,web}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).concat(globSync('{tests,scripts,bench}/**/*.{ts,tsx,mjs}', { cwd: ROOT, exclude: isForeign }));

function isForeign(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name === 'vectors';
}

/** The names that are imported from each file; undefined if all of them may be. */
function importedNames(): Map<string, Set<string> | undefined> {
  const names = new Map<string, Set<string> | undefined>();
  const add = (target: string, found: readonly string[] | undefined) => {
    const before = names.has(target) ? names.get(target) : new Set<string>();
    names.set(target, found && before && new Set([...before, ...found]));
  };
  for (const file of IMPORTING) {
    const code = codeOf(file);
    const targetOf = (given: string) => path.join(path.dirname(file), given);
    for (const [, what = '', from = ''] of code.matchAll(FROM)) {
      const isList = what.startsWith('{');
      const list = what.replace(/[{}]/g, '').split(',');
      add(
        targetOf(from),
        isList
          ? list.map(
              (one) =>
                one
                  .trim()
                  .replace(/^type /, '')
                  .split(' as ')[0] ?? '',
            )
          : undefined,
      );
    }
    for (const [, lazy, mocked] of code.matchAll(LAZY))
      add(targetOf(lazy ?? mocked ?? ''), code.match(/[\w$]+/g) ?? []);
  }
  return names;
}

test('every export of server, proof, rules and web is imported by another file', () => {
  const imported = importedNames();
  const files = ['server/src', 'proof/src', 'rules/src', 'web/src'].flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(1500);
  const dead = files
    .filter((file) => !GENERATED.has(file) && !STAND_INS.has(file) && path.basename(file) !== 'index.ts')
    .flatMap((file) => {
      const names = imported.has(file) ? imported.get(file) : new Set<string>();
      const exported = [...codeOf(file).matchAll(EXPORT)].map(([, name = '']) => name);
      return exported
        .filter((name) => names !== undefined && !names.has(name))
        .map((name) => `${file}: ${name}`);
    });
  expect(dead).toEqual([]);
});
