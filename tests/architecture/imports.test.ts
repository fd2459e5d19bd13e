import { expect, test } from 'vitest';
import { ORDER } from './import-order.ts';
import { importsOf, SERVER, sourceFiles, textOf } from './source-files.ts';

const ROOMS = ORDER.map(({ room }) => room);
const FILES = sourceFiles(SERVER);

const PROOF = 'proof/src';
/** The order in ARCHITECTURE.md; files outside these folders may be imported by all. */
const PROOF_FOLDERS = [
  'encoding',
  'crypto',
  'x509',
  'timestamps',
  'pdf-stamps',
  'log',
  'anchors',
  'evidence-records',
  'receipts',
  'containers',
  'evidence',
  'badges',
];

/** A subfolder that is itself in the order, such as `operations/doors`, takes precedence. */
function roomOf(file: string, base = SERVER): string {
  const [folder = '', inner] = file.slice(base.length + 1).split('/');
  return base === SERVER && ROOMS.includes(`${folder}/${inner}`) ? `${folder}/${inner}` : folder;
}

test('every folder of the server has a position in the order of imports', () => {
  expect([...new Set(FILES.map((file) => roomOf(file)))].filter((room) => !ROOMS.includes(room))).toEqual([]);
  expect(new Set(ROOMS).size).toBe(ROOMS.length);
});

test('nothing imports against the order', () => {
  const upward = FILES.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(`${SERVER}/`))
      .filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

test('in the proof library a folder imports only from those before it', () => {
  const places = (file: string) => PROOF_FOLDERS.indexOf(roomOf(file, PROOF));
  const upward = sourceFiles(PROOF).flatMap((file) =>
    importsOf(file)
      .filter((target) => places(file) >= 0 && places(target) > places(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upward).toEqual([]);
  const known = [...PROOF_FOLDERS, 'check-outcome.ts', 'index.ts', 'proof-error.ts'];
  expect(sourceFiles(PROOF).map((file) => roomOf(file, PROOF))).toSatisfy((rooms: string[]) =>
    rooms.every((room) => known.includes(room)),
  );
});

test.for(['server/src', 'proof/src', 'rules/src', 'sdk/src', 'web/src'])(
  'there are no circular imports in %s',
  (folder) => {
    expect(findCircles(sourceFiles(folder))).toEqual([]);
  },
);

test('a package imports only the packages allowed to it', () => {
  const strangers = (folder: string, allowed: readonly string[]) =>
    sourceFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter((target) => /^@sello\/|^(?:server|proof|rules|sdk|web|tests)\//.test(target))
        .filter((target) => !target.startsWith(`${folder}/`) && !allowed.some((name) => target === name))
        .map((target) => `${file} imports ${target}`),
    );
  const proof = ['@sello/proof', '@sello/proof/badges', '@sello/proof/networks'];
  expect(strangers('proof/src', [])).toEqual([]);
  expect(strangers('rules/src', [])).toEqual([]);
  expect(strangers('sdk/src', [])).toEqual([]);
  expect(
    strangers('server/src', [...proof, '@sello/rules', '@sello/rules/demo', '@sello/sdk/source']),
  ).toEqual([]);
  const rules = ['@sello/rules', '@sello/rules/demo', '@sello/rules/rule-sets.json'];
  const web = [...proof, 'web/package.json', '@sello/sdk/operations', ...rules];
  expect(strangers('web/src', web)).toEqual([]);
  // The pages share only the SDK's types, no code.
  const running = sourceFiles('web/src').filter((file) =>
    /^import (?!type\b).*'@sello\/sdk/m.test(textOf(file)),
  );
  expect(running).toEqual([]);
});

test('the SDK depends on nothing, and only its files for Node import anything of Node', () => {
  const foreign = sourceFiles('sdk/src').flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith('sdk/src/'))
      .map((target) => `${file} imports ${target}`),
  );
  expect(foreign.filter((line) => !/^sdk\/src\/node-(?:files|proxy)\.ts imports node:/.test(line))).toEqual(
    [],
  );
  const manifest = JSON.parse(textOf('sdk/package.json')) as object;
  expect(Object.keys(manifest).filter((key) => /dependencies$/i.test(key))).toEqual([]);
});

/** Each cycle as the files on it, starting with the smallest name. */
function findCircles(files: readonly string[]): string[][] {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]) => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) circles.push(path.slice(seenAt));
    if (seenAt >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) if (imports.has(target)) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  return circles;
}

test('only servers and `sello migrate` open the database in the way that migrates it', () => {
  const migrating = FILES.filter((file) => /\bopenDatabase\(/.test(textOf(file)));
  expect(migrating).toEqual([
    'server/src/cli/migrate.ts',
    'server/src/database/open-database.ts',
    'server/src/wire.ts',
  ]);
});
