/** What `npm run release` makes, and what `scripts/verify-release.sh` finds in a release that somebody has changed. */

import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut } from '../../../scripts/release/checkout.ts';
import { hasKey, sign } from '../../../scripts/release/sign.ts';
import { writeRelease } from '../../../scripts/release/write-release.ts';
import { blockOf } from '../../harness/page-blocks.ts';
import { commit, git, lendBuild, makeCheckout, WITH_MINISIGN } from '../../harness/release-checkout.ts';

const run = promisify(execFile);
const VERIFY = fileURLToPath(new URL('../../../scripts/verify-release.sh', import.meta.url));
const NAMES = {
  archive: 'sello-0.1.0.tar.gz',
  bill: 'sello-0.1.0.cdx.json',
  provenance: 'sello-0.1.0.provenance.json',
  sdk: 'sello-sdk-0.1.0.tgz',
  python: 'sello-0.1.0-py3-none-any.whl',
};

let folder: string;
let checkout: string;
let release: string;
let keys: { publicKey: string; env: NodeJS.ProcessEnv };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-release-test-'));
  checkout = path.join(folder, 'checkout');
  await makeCheckout(checkout);
  keys = await makeKeys('release');
  release = await make('first');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Works like `scripts/release.ts`, with dependencies and pages that exist already. */
async function make(name: string): Promise<string> {
  const [tree, out] = [path.join(folder, `${name}-tree`), path.join(folder, name)];
  const source = checkOut(checkout, tree);
  await lendBuild(tree);
  await run('mkdir', [out]);
  writeRelease(source, out, undefined);
  expect(hasKey(keys.env)).toBe(true);
  sign(out, `sello ${source.version} commit ${source.commit}`, folder, keys.env);
  await rm(tree, { recursive: true });
  return out;
}

/** A key pair without a password. */
async function makeKeys(name: string): Promise<typeof keys> {
  const [secret, open] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pub`)];
  await run('minisign', ['-G', '-W', '-p', open, '-s', secret], { env: WITH_MINISIGN });
  return { publicKey: open, env: { ...WITH_MINISIGN, SELLO_RELEASE_KEY_FILE: secret } };
}

async function verify(place: string, ...key: string[]): Promise<{ code: number; output: string }> {
  const ended = await run('bash', [VERIFY, place, ...key], { env: WITH_MINISIGN }).catch((error) => error);
  return { code: ended.code ?? 0, output: `${ended.stdout}${ended.stderr}` };
}

let copies = 0;
/** A release that somebody has changed. */
async function changed(change: (place: string) => Promise<unknown>): Promise<string> {
  const place = path.join(folder, `changed-${++copies}`);
  await cp(release, place, { recursive: true });
  await change(place);
  return place;
}

test('a release passes its check and says what it is made of, and so does the program unpacked from it', async () => {
  expect((await readdir(release)).sort()).toEqual(
    [...Object.values(NAMES), 'SHA256SUMS', 'SHA256SUMS.minisig'].sort(),
  );
  const { code, output } = await verify(release, keys.publicKey);
  expect([code, output]).toEqual([0, expect.stringContaining('This release is good.')]);
  const key = (await readFile(keys.publicKey, 'utf8')).split('\n')[1] ?? '';
  expect((await verify(release, key)).code).toBe(0);

  await run('tar', ['-x', '-z', '-f', path.join(release, NAMES.archive)], { cwd: folder });
  const unpacked = path.join(folder, 'sello-0.1.0');
  const told = await versionIn(unpacked);
  expect(told).toMatch(/^sello 0\.1\.0\ncommit [0-9a-f]{40}\ncontents sha256:[0-9a-f]{64}\n$/);
  expect(output).toContain(told);
  // The checkout from which the release was made prints the same.
  await lendBuild(checkout);
  expect(await versionIn(checkout)).toBe(told);

  await appendFile(path.join(unpacked, 'server/src/main.ts'), '\n');
  expect(await versionIn(unpacked)).toBe(`${told}changed server/src/main.ts\n`);
  await rm(path.join(unpacked, 'CONTENTS.sha256'));
  expect(await versionIn(unpacked)).toContain('neither a git checkout nor an unpacked release');
  expect((await readdir(unpacked)).sort()).not.toContain('bench');
});

/** The fields of in-toto Statement v1 and of SLSA provenance v1, and none besides. */
test('the provenance names builder, commit, lock file and command, and each file with its hash', async () => {
  const sha256 = async (name: string) =>
    (await run('sha256sum', [path.join(release, name)])).stdout.slice(0, 64);
  const lock = (await run('sha256sum', [path.join(checkout, 'package-lock.json')])).stdout.slice(0, 64);
  const commitOfRelease = await git(checkout, 'rev-parse', 'HEAD');
  const subject = await Promise.all(
    [NAMES.python, NAMES.bill, NAMES.archive, NAMES.sdk].map(async (name) => ({
      name,
      digest: { sha256: await sha256(name) },
    })),
  );
  expect(JSON.parse(await readFile(path.join(release, NAMES.provenance), 'utf8'))).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: expect.stringMatching(/^urn:/),
        externalParameters: { command: 'npm run release', version: '0.1.0' },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commitOfRelease } },
          { name: 'package-lock.json', digest: { sha256: lock } },
        ],
      },
      runDetails: {
        builder: {
          id: 'urn:sello:builder:unnamed',
          version: {
            node: process.version,
            npm: expect.stringMatching(/^\d/),
            tar: expect.stringContaining('GNU tar'),
            gzip: expect.stringContaining('gzip'),
          },
        },
      },
    },
  });
});

/** The version that the program in another folder states, run with the dependencies of this one. */
async function versionIn(place: string): Promise<string> {
  const text = "process.stdout.write((await import(process.argv[1])).describeVersion() + '\\n')";
  const module = path.join(place, 'server/src/cli/shared/version.ts');
  return (await run(process.execPath, ['--input-type=module', '-e', text, module])).stdout;
}

test('it can also be checked by hand with the two commands of the page', async () => {
  const key = (await readFile(keys.publicKey, 'utf8')).split('\n')[1] ?? '';
  const block = blockOf('docs/releases.md', 'minisign -V');
  const byHand = (place: string) =>
    run('bash', ['-c', `set -eu\n${block.replace('RWQ…', key)}`], { cwd: place, env: WITH_MINISIGN });
  const { stdout } = await byHand(release);
  for (const name of Object.values(NAMES)) expect(stdout).toContain(`${name}: OK`);
  const place = await changed((there) => appendFile(path.join(there, NAMES.bill), ' '));
  await expect(byHand(place)).rejects.toThrow('Command failed');
});

test('the same commit gives the same bytes, in another folder, at another time, under another umask', async () => {
  const umask = process.umask(0o077);
  try {
    const again = await make('a longer name for the second');
    await run('diff', ['-r', release, again]);
  } finally {
    process.umask(umask);
  }
});

test.for([...Object.values(NAMES), 'SHA256SUMS', 'SHA256SUMS.minisig'])(
  'a changed byte in %s is found',
  async (name) => {
    const place = await changed(async (there) => {
      const file = path.join(there, name);
      const bytes = await readFile(file);
      const middle = name === 'SHA256SUMS.minisig' ? bytes.indexOf('\n') + 40 : bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      await writeFile(file, bytes);
    });
    const { code, output } = await verify(place, keys.publicKey);
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`WRONG: ${name.slice(0, 10)}`))]);
    if (!name.startsWith('SHA256SUMS')) expect(output).toContain(`${name} was changed`);
  },
);

test.for([...Object.values(NAMES), 'SHA256SUMS', 'SHA256SUMS.minisig'])('%s is missed', async (name) => {
  const { code, output } = await verify(await changed((there) => rm(path.join(there, name))), keys.publicKey);
  expect([code, output]).toEqual([1, expect.stringContaining(`${name} is missing`)]);
});

test('an added file is found, a link and a folder too', async () => {
  const place = await changed(async (there) => {
    await writeFile(path.join(there, 'INSTALL.txt'), 'curl … | sh');
    await symlink(NAMES.sdk, path.join(there, 'latest.tgz'));
    await run('mkdir', [path.join(there, 'more')]);
  });
  const { code, output } = await verify(place, keys.publicKey);
  expect(code).toBe(1);
  for (const name of ['INSTALL.txt', 'latest.tgz', 'more'])
    expect(output).toContain(`${name} does not belong to the release`);
});

test('a release signed with another key, or not signed, is refused', async () => {
  const other = await makeKeys('other');
  const stranger = await verify(release, other.publicKey);
  expect([stranger.code, stranger.output]).toEqual([1, expect.stringContaining('not what this key signed')]);
  expect(hasKey({})).toBe(false);
  const unsigned = await changed((there) => rm(path.join(there, 'SHA256SUMS.minisig')));
  expect((await verify(unsigned, keys.publicKey)).output).toContain('the release is not signed');
  const { code, output } = await verify(unsigned);
  expect([code, output]).toEqual([3, expect.stringContaining('NOT CHECKED: who made it')]);
});

/** Changes a release and writes its hashes anew: the hashes are right, but the parts do not belong together. */
async function rewritten(change: (there: string) => Promise<unknown>): Promise<string> {
  const place = await changed(async (there) => {
    await change(there);
    const { stdout } = await run('sh', ['-c', `sha256sum ${Object.values(NAMES).join(' ')}`], { cwd: there });
    await writeFile(path.join(there, 'SHA256SUMS'), stdout);
  });
  const { code, output } = await verify(place);
  expect(code).toBe(1);
  return output;
}

test('the provenance of another release is found, even if the hashes were adapted', async () => {
  await writeFile(path.join(checkout, 'CHANGELOG.md'), '# Changes\n\n## 0.1.0\n\nAnother one.\n');
  await commit(checkout);
  const other = await make('other');
  const swapped = (there: string) =>
    cp(path.join(other, NAMES.provenance), path.join(there, NAMES.provenance));
  expect((await verify(await changed(swapped), keys.publicKey)).output).toContain(
    `${NAMES.provenance} was changed`,
  );
  expect(await rewritten(swapped)).toContain(`${NAMES.provenance} is about other files than these`);
  // A good signature by the same key, but from another release.
  const signature = await changed((there) =>
    cp(path.join(other, 'SHA256SUMS.minisig'), path.join(there, 'SHA256SUMS.minisig')),
  );
  expect((await verify(signature, keys.publicKey)).output).toContain('not what this key signed');
});

test('an archive with other files than it lists is found, even if the hashes were adapted', async () => {
  const output = await rewritten(async (there) => {
    const aside = path.join(there, '..', `aside-${copies}`);
    await run('mkdir', [aside]);
    await run('tar', ['-x', '-z', '-f', path.join(there, NAMES.archive), '-C', aside]);
    const inside = path.join(aside, 'sello-0.1.0');
    await appendFile(path.join(inside, 'server/src/main.ts'), '\n// more');
    await rm(path.join(inside, 'LICENSE.md'), { force: true });
    await rm(path.join(inside, 'SECURITY.md'));
    await writeFile(path.join(inside, 'server/more.ts'), '');
    await run(
      'sh',
      ['-c', `find sello-0.1.0 -type f | tar -c -z -f ${path.join(there, NAMES.archive)} -T -`],
      {
        cwd: aside,
      },
    );
    const file = path.join(there, NAMES.provenance);
    const { stdout } = await run('sha256sum', [path.join(there, NAMES.archive)]);
    const statement = JSON.parse(await readFile(file, 'utf8'));
    for (const subject of statement.subject)
      if (subject.name === NAMES.archive) subject.digest.sha256 = stdout.slice(0, 64);
    await writeFile(file, JSON.stringify(statement));
  });
  expect(output).toContain('server/src/main.ts: FAILED');
  expect(output).toContain('lacks SECURITY.md');
  expect(output).toContain('server/more.ts, which CONTENTS.sha256 does not list');
});

test('uncommitted files, and a version that CHANGELOG.md does not describe, cannot be released', async () => {
  const attempt = (name: string) => () => checkOut(checkout, path.join(folder, name));
  await writeFile(path.join(checkout, 'notes.txt'), 'mine');
  await appendFile(path.join(checkout, 'README.md'), 'changed');
  expect(attempt('a')).toThrow(/README\.md[\s\S]*notes\.txt/);
  await rm(path.join(checkout, 'notes.txt'));
  await writeFile(
    path.join(checkout, 'CHANGELOG.md'),
    '# Changes\n\n## Next\n\n## 0.1.0\n\n## 0.0.9\n\nOld.\n',
  );
  await commit(checkout);
  expect(attempt('b')).toThrow('CHANGELOG.md has no entry for 0.1.0');
  await writeFile(path.join(checkout, 'CHANGELOG.md'), '# Changes\n\n## 0.1.0\n\nNew.\n');
  await commit(checkout);
  await git(checkout, 'tag', '--annotate', '--no-sign', '--message', 'x', 'v0.1.0', 'HEAD~1');
  expect(attempt('c')).toThrow('the tag v0.1.0 is on another commit');
});
