import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './source-files.ts';

/** Words in backquotes that look like a path: they contain a slash or end in a file extension. */
const PATH = /`([\w@.{}*<>,/-]+(?:\/[\w@.{}*<>,/-]*|\.(?:ts|tsx|mjs|sql|md|json|yaml|html|css)))`/g;

/** Folders to which a path in the document may be relative. */
const ROOTS = [
  '.',
  'server/src',
  'server',
  'web/src',
  'proof/src',
  'rules/src',
  'sdk/src',
  'python/sello',
  'tests',
];

test('every path in ARCHITECTURE.md exists', () => {
  const document = textOf('ARCHITECTURE.md');
  const missing = [...document.matchAll(PATH)]
    .map(([, written = '']) => written)
    .filter((written) => !written.startsWith('/') && !written.startsWith('@') && !written.includes('<'))
    .filter((written) => !exists(written) && !isRole(written));
  expect(missing).toEqual([]);
});

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })];

test.for(PAGES)('every source file and every page that %s names exists', (page) => {
  // Names that begin with a slash are addresses of the server.
  const sources = [...textOf(page).matchAll(/`([\w@.{}*,-][\w@.{}*,/-]*\.(?:ts|tsx|sql|py))`/g)].map(
    ([, written = '']) => written,
  );
  const links = [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
    ([, written = '']) => written,
  );
  const isLinked = (link: string) => existsSync(path.join(ROOT, path.dirname(page), link));
  expect(sources.filter((written) => !exists(written) && !isRole(written))).toEqual([]);
  expect(links.filter((link) => !isLinked(link))).toEqual([]);
});

test('every npm script that CONTRIBUTING.md names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const named = [...textOf('CONTRIBUTING.md').matchAll(/\bnpm (?:run )?([a-z][a-z:]*)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every folder of the server is described in ARCHITECTURE.md', () => {
  const document = textOf('ARCHITECTURE.md');
  const rooms = globSync('server/src/*/', { cwd: ROOT }).map((folder) => path.basename(folder));
  expect(rooms.filter((room) => !document.includes(`${room}/`))).toEqual([]);
});

function exists(written: string): boolean {
  return ROOTS.some((root) => {
    const full = path.join(ROOT, root, written);
    return /[*{]/.test(written) ? globSync(full).length > 0 : existsSync(full);
  });
}

/** A bare name stands for every file of that name: `routes-v1.ts` is a role. */
function isRole(written: string): boolean {
  return (
    !written.includes('/') &&
    globSync(`{server/migrations,{server,web,proof,rules,sdk}/src}/**/${written}`, { cwd: ROOT }).length > 0
  );
}
