/** An archive of evidence, checked by the one-file verifiers after server and database are gone. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../../proof/src/encoding/zip.ts';
import { certificateFolder } from '../../proof/src/evidence/archive-layout.ts';
import { connectEvmChain } from '../../server/src/anchoring/evm/driver.ts';
import { exportEvidenceCommand } from '../../server/src/cli/export-evidence.ts';
import { CommandFailed } from '../../server/src/cli/shared/usage.ts';
import { verifyCommand } from '../../server/src/cli/verify/verify.ts';
import { OperatorError } from '../../server/src/kernel/operator-error.ts';
import { encodeAbout } from '../../server/src/proofs/export-account-evidence/about.ts';
import { archiveReadme } from '../../server/src/proofs/export-account-evidence/readme.ts';
import { openSink } from '../../server/src/proofs/export-account-evidence/sink.ts';
import { isFull } from '../harness/breadth.ts';
import { openBrowser, type TestBrowser } from '../harness/browser.ts';
import { openLastingSello } from '../harness/lasting-sello.ts';
import { openReorgChain } from '../harness/reorg-chain.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { API } from '../harness/test-sello.ts';

const CONTENTS = ['uno', 'dos', 'tres', 'cuatro'];

let scratch: string;
/** `whole` has the originals and every proof; `zip` is a later one with a certificate that is not in a block yet. */
let whole: string;
let zip: string;
let logKey: string;
let rootsFile: string;
/** Bundles as the API exports them, by id. */
let handedOut: Map<string, Uint8Array>;
/** Contents of the files, by id. */
const contentById = new Map<string, string>();
let printed: string;
let nextSince: number;
let laterIds: string[];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-archive-'));
  whole = path.join(scratch, 'whole');
  zip = path.join(scratch, 'later.zip');
  const world = await openLastingSello();
  const chain = await openReorgChain();
  const driver = connectEvmChain(
    {
      rpcUrl: chain.url,
      chainId: chain.chainId,
      privateKey: chain.signerKey,
      finality: { tag: 'finalized' },
      maxFeePerGasWei: 10n ** 15n,
      trust: 'operator',
    },
    { now: chain.now },
  );
  try {
    for (const content of CONTENTS) contentById.set(await world.certify(content), content);
    await world.keep();
    await world.sello.anchorWith(driver);
    await chain.mine();
    await world.sello.anchorWith(driver);
    await world.stamp();
    const env = { ...world.env, DATABASE_URL: world.sello.database.url, SELLO_DATA_DIR: world.sello.dataDir };
    const account = world.caller.account.id;
    const run = (...args: string[]) => exportEvidence(env, '--account', account, '--mode', 'live', ...args);
    printed = await run('--out', whole, '--with-files');
    nextSince = JSON.parse(readFileSync(path.join(whole, 'archive.json'), 'utf8')).next_since;
    const exported = await world.sello.call('GET', `${API}/certificates/export?format=zip`, {
      key: world.caller.key,
    });
    handedOut = bundlesIn(exported.bytes);
    const pending = await world.certify('cinco');
    contentById.set(pending, 'cinco');
    await run('--out', zip);
    const later = JSON.parse(
      await run('--out', path.join(scratch, 'since'), '--since', `${nextSince}`, '--json'),
    );
    expect(later.certificates).toBe(1);
    laterIds = readdirSync(path.join(scratch, 'since', 'certificates')).flatMap((folder) =>
      readdirSync(path.join(scratch, 'since', 'certificates', folder)),
    );
    expect(laterIds).toEqual([pending]);
    logKey = world.sello.identity.vkey;
    rootsFile = path.join(scratch, 'own-roots.pem');
    writeFileSync(rootsFile, readFileSync(String(world.env.SELLO_PSC_ROOTS)));
  } finally {
    await driver.close();
    await chain.close();
    // From here on there is neither server nor database, nor a provider.
    await world.close();
  }
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function exportEvidence(env: Record<string, string | undefined>, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  await exportEvidenceCommand(args, {
    env,
    write: () => {},
    out: (line) => lines.push(line),
    error: () => {},
    status: undefined,
  });
  return lines.join('\n');
}

/** Entries of the archive that the API streams, uncompressed and one after the other. */
function bundlesIn(bytes: Buffer): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    const end = nameEnd + bytes.readUInt32LE(at + 18);
    const name = bytes.toString('utf8', at + 30, nameEnd);
    const [, id] = /^bundles\/(cert_\w+)\.zip$/.exec(name) ?? [];
    if (id !== undefined) found.set(id, bytes.subarray(nameEnd, end));
    at = end;
  }
  return found;
}

const trust = () => ['--log-key', logKey, '--root', rootsFile];

type Told = {
  verdict: string;
  certificates: Record<string, number>;
  pending: number;
  notes: string[];
  problems: string[];
};

/** The verdict of the command in this process, and its exit status. */
async function judge(archive: string, ...args: string[]): Promise<Told & { status: number }> {
  const lines: string[] = [];
  const terminal = {
    env: {},
    write: () => {},
    out: (line: string) => lines.push(line),
    error: () => {},
    status: undefined,
  };
  const failure = await verifyCommand([archive, ...trust(), '--json', ...args], terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  if (failure !== undefined && !(failure instanceof CommandFailed)) throw failure;
  const status = failure?.status ?? 0;
  const told =
    lines.length === 0 ? { verdict: 'invalid', problems: [failure?.message] } : JSON.parse(lines.join('\n'));
  return { ...told, status };
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();

test('the command says what it wrote, how many certificates are provable, and where the next archive must begin', () => {
  expect(printed).toContain('Wrote the evidence of 4 certificates');
  expect(printed).toMatch(/provable +4\n +not yet provable +0\n +original files +4/);
  expect(nextSince).toBe(4);
});

test('without server and database, the one-file program finds every certificate valid', () => {
  const program = path.join(whole, 'verifiers', 'sello-verify.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, whole, ...trust()], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('VALID: the files agree with the lists of the archive');
  expect(stdout).toMatch(/valid +4\n +unconfirmed +0\n +invalid +0/);
  expect(status).toBe(0);
});

test('without any trusted key or root, the verdict is that nothing is confirmed', async () => {
  const lines: string[] = [];
  const terminal = {
    env: {},
    write: () => {},
    out: (line: string) => lines.push(line),
    error: () => {},
    status: undefined,
  };
  await expect(verifyCommand([whole], terminal)).rejects.toMatchObject({ status: 3 });
  expect(lines.join('\n')).toMatch(/^UNCONFIRMED[\s\S]*unconfirmed +4/);
});

test('P110 a key or root inside the archive confirms nothing, and the verdict says whose word it rests on', async () => {
  const readme = readFileSync(path.join(whole, 'README.txt'), 'utf8');
  const commands = readme.split('\n').filter((line) => /^ {4}\S/.test(line));
  expect(commands.filter((line) => /log\/keys\.txt|--root (?!\.\.\/)/.test(line))).toEqual([]);
  const lines: string[] = [];
  const terminal = {
    env: {},
    write: () => {},
    out: (line: string) => lines.push(line),
    error: () => {},
    status: undefined,
  };
  const own = path.join(whole, 'roots.pem');
  await expect(verifyCommand([whole, '--log-key', logKey, '--root', own], terminal)).rejects.toThrow(
    'is a part of the archive',
  );
  await verifyCommand([whole, ...trust()], terminal);
  expect(lines.join('\n')).toContain('which you gave: nothing else confirms them');
  expect(lines.join('\n')).toMatch(/accredited +0 /);
  expect(await judge(whole)).toMatchObject({ accredited: 0, warnings: expect.any(Object) });
});

test('an algorithm that is declared broken is broken for every certificate of the archive', async () => {
  const given = [...trust(), '--as-of', '2036-01-01', '--broken'];
  const holds = await judge(whole, ...given, 'P-384@2035-01-01');
  const broken = await judge(whole, ...given, 'SHA-256@2035-01-01');
  expect([holds.status, broken.status]).toEqual([0, 1]);
  expect(broken.certificates.invalid).toBe(Object.values(broken.certificates).reduce((sum, n) => sum + n, 0));
  await expect(judge(whole, '--broken', 'SHA-256@2035-01-01')).rejects.toThrow('--as-of 2035-01-01');
});

test('P110 a program that archive.json does not name is refused, even if SHA256SUMS lists it', async () => {
  expect(await withAdded('verifiers/check.sh')).toEqual([
    'verifiers/check.sh is no verifier that archive.json names: do not run it',
  ]);
});

test('P110 a file that no archive has is refused, wherever it lies, even if SHA256SUMS lists it', async () => {
  const [id = ''] = contentById.keys();
  const folder = certificateFolder(id);
  for (const name of [
    'verify.html',
    'LEEME.txt',
    'log/run.sh',
    `${folder}/README.txt`,
    `${folder}/verify.html`,
    `certificates/zz/cert_0000000000000000000000/manifest.json`,
    `shared/${'0'.repeat(64)}`,
    `originals/00/${'0'.repeat(64)}`,
  ])
    expect(await withAdded(name)).toEqual([
      `${name} is no file of an archive, and nothing in this one names it: do not open it`,
    ]);
});

/** The problems of the archive with one more file, which SHA256SUMS lists too. */
async function withAdded(name: string): Promise<string[]> {
  const [sums, added] = [path.join(whole, 'SHA256SUMS'), path.join(whole, name)];
  const before = readFileSync(sums, 'utf8');
  const line = `${createHash('sha256').update('echo VALID').digest('hex')}  ${name}\n`;
  mkdirSync(path.dirname(added), { recursive: true });
  writeFileSync(added, 'echo VALID');
  writeFileSync(sums, before + line);
  const { verdict, problems } = await judge(whole);
  rmSync(added);
  writeFileSync(sums, before);
  expect(verdict).toBe('invalid');
  return problems;
}

test('P110 an archive of the older form is read, and a remark says that its README confirms nothing', async () => {
  const older = path.join(scratch, 'older');
  cpSync(whole, older, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(older, name), text);
  const about = JSON.parse(readFileSync(path.join(older, 'archive.json'), 'utf8'));
  about.archive = 'sello-archive-v1';
  write('FORMAT', 'sello-archive-v1\n');
  write('archive.json', encodeAbout(about));
  write('README.txt', archiveReadme(about));
  const names = filesOf(older).filter((name) => name !== 'SHA256SUMS');
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(older, name)))
      .digest('hex');
  write('SHA256SUMS', names.map((name) => `${hash(name)}  ${name}\n`).join(''));
  const told = await judge(older);
  expect(told).toMatchObject({ verdict: 'valid', problems: [] });
  expect(told.notes).toEqual([
    expect.stringContaining('the word of whoever made the archive'),
    expect.stringContaining('README.txt take key and roots from the archive itself'),
  ]);
  expect((await judge(whole)).notes).toEqual([told.notes[0]]);
});

test('every command of its README runs in a shell, in both languages', () => {
  const readme = readFileSync(path.join(whole, 'README.txt'), 'utf8');
  // Roots and keys from another source are given separately from the archive.
  writeFileSync(path.join(scratch, 'log-keys.txt'), `${logKey}\n`);
  writeFileSync(path.join(scratch, 'roots.pem'), readFileSync(rootsFile));
  const commands = readme.split('\n').filter((line) => /^ {4}\S/.test(line));
  expect(commands).toHaveLength(10);
  for (const command of commands) {
    rmSync(path.join(scratch, 'evidence.zip'), { force: true });
    const { status, stderr, stdout } = spawnSync('/bin/sh', ['-c', command], {
      cwd: whole,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    if (command.includes('--extract')) expect(existsSync(path.join(scratch, 'evidence.zip'))).toBe(true);
  }
});

test('the verifier in Python finds every proof of the log valid', () => {
  const proofs = filesOf(whole).filter((name) => name.endsWith('blockchain-proof.xml'));
  expect(proofs).toHaveLength(4);
  for (const proof of proofs) {
    const token = path.join(path.dirname(proof), 'timestamp.tsr');
    expect(existsSync(path.join(whole, token))).toBe(true);
    const { status, stdout } = spawnSync(
      'python3',
      ['verifiers/verify_blockchain_proof.py', '--log-key', logKey, proof],
      { cwd: whole, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('valid')]);
  }
});

test('each bundle can be extracted byte for byte as it was issued, and verify.html finds it valid', async () => {
  const browser: TestBrowser = await openBrowser();
  const page = await browser.openPage({ language: 'en-US' });
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(path.join(whole, 'verifiers', 'verify.html')).href);
  for (const [id, bundle] of handedOut) {
    const out = path.join(scratch, `${id}.zip`);
    const quiet = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
    await verifyCommand([whole, '--certificate', id, '--extract', out], quiet);
    expect(readFileSync(out).equals(bundle)).toBe(true);
    const files = [
      { name: 'original', mimeType: 'x/y', buffer: Buffer.from(contentById.get(id) ?? '') },
      { name: 'evidence.zip', mimeType: 'application/zip', buffer: Buffer.from(bundle) },
    ];
    await page.reload();
    await page.setInputFiles('#files', files);
    await page.click('text=Trust it this time');
    await page.waitForSelector('.checks-summary[data-verdict="valid"]');
  }
  expect(handedOut.size).toBe(4);
  await page.close();
  await browser.close();
});

test('one certificate is checked with its file, and another file is refused', async () => {
  const [id = '', content = ''] = [...contentById][0] ?? [];
  const original = path.join(scratch, 'original');
  writeFileSync(original, content);
  expect(await judge(whole, '--certificate', id, original)).toMatchObject({ verdict: 'valid', status: 0 });
  writeFileSync(original, 'otro');
  expect(await judge(whole, '--certificate', id, original)).toMatchObject({ verdict: 'invalid', status: 1 });
});

test('files that many certificates share are stored once, and the index names every certificate', () => {
  const names = filesOf(whole);
  expect(names.filter((name) => name.endsWith('chain.pem'))).toEqual([]);
  expect(names.filter((name) => name.startsWith('shared/')).length).toBeLessThan(8);
  const index = JSON.parse(readFileSync(path.join(whole, 'index.json'), 'utf8'));
  expect(index.map(({ id }: { id: string }) => id)).toEqual([...contentById.keys()].slice(0, 4));
  for (const { id, original, leaf_index, file_sha256 } of index) {
    const content = contentById.get(id) ?? '';
    expect(readFileSync(path.join(whole, original), 'utf8')).toBe(content);
    expect(file_sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(leaf_index).toBeGreaterThanOrEqual(0);
  }
});

test('a certificate that is in no block yet is listed as not yet provable, and is not judged valid', async () => {
  const told = await judge(zip);
  expect(told).toMatchObject({ verdict: 'unconfirmed', status: 3, pending: 1, problems: [] });
  expect(told.certificates).toEqual({ valid: 4, unconfirmed: 1, invalid: 0 });
});

describe('changes are found and named', () => {
  test('a bit of any file, by SHA256SUMS', async () => {
    const random = seededRandom();
    for (const name of filesOf(whole)) {
      const undo = flip(path.join(whole, name), random.below);
      const told = await judge(whole);
      undo();
      expect([name, told.verdict, told.status], `SELLO_TEST_SEED=${random.seed}`).toEqual([
        name,
        'invalid',
        1,
      ]);
      if (name !== 'SHA256SUMS') expect(told.problems.join('\n')).toContain(name);
    }
    expect((await judge(whole)).verdict).toBe('valid');
  });

  test('a bit of any file whose line in SHA256SUMS was changed too, by what the proofs say', async () => {
    const random = seededRandom();
    const sums = path.join(whole, 'SHA256SUMS');
    const before = readFileSync(sums, 'utf8');
    // Nothing protects the roots inside the archive: a verifier must have its own.
    const bound = filesOf(whole).filter((name) => !/^roots\.pem$|^SHA256SUMS$/.test(name));
    for (const name of bound) {
      const file = path.join(whole, name);
      // The archive names no ML-DSA key, so the checkpoint's second signature counts as a stranger's.
      const own =
        name === 'log/checkpoint.txt' ? readFileSync(file).indexOf('\n', firstSignature(file)) : undefined;
      const undo = flip(file, random.below, own);
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      const lines = before.split('\n');
      writeFileSync(
        sums,
        lines.map((line) => (line.slice(66) === name ? `${sha256}  ${name}` : line)).join('\n'),
      );
      const told = await judge(whole);
      undo();
      expect([name, told.verdict], `SELLO_TEST_SEED=${random.seed}`).toEqual([name, 'invalid']);
    }
    writeFileSync(sums, before);
  });

  test('a bit in any byte by which the ZIP file is recognised', async () => {
    const beginning = 30 + 'FORMATsello-archive-v2'.length;
    const random = seededRandom();
    for (let at = 0; at < beginning; at += 1) {
      const undo = flip(zip, (most) => (most === 8 ? random.below(8) : at));
      const told = await judge(zip).finally(undo);
      expect([at, told.verdict, told.status], `SELLO_TEST_SEED=${random.seed}`).toEqual([at, 'invalid', 1]);
    }
  });

  test('a bit anywhere in the ZIP file', async () => {
    const random = seededRandom();
    for (let i = 0; i < (isFull ? 120 : 30); i += 1) {
      const undo = flip(zip, random.below);
      const told = await judge(zip).finally(undo);
      expect([told.verdict, told.status], `SELLO_TEST_SEED=${random.seed}`).toEqual(['invalid', 1]);
    }
  });

  test('a file that is missing, and one that was added', async () => {
    for (const name of filesOf(whole).filter((one) => one !== 'SHA256SUMS' && one !== 'FORMAT')) {
      const file = path.join(whole, name);
      const bytes = readFileSync(file);
      rmSync(file);
      const told = await judge(whole);
      writeFileSync(file, bytes);
      expect([told.verdict, told.problems.some((text) => text.includes(name))]).toEqual(['invalid', true]);
    }
    writeFileSync(path.join(whole, 'extra.txt'), 'x');
    expect((await judge(whole)).problems).toEqual(['extra.txt is in no line of SHA256SUMS']);
    rmSync(path.join(whole, 'extra.txt'));
  });
});

/** Where the first signature of a note begins. */
function firstSignature(file: string): number {
  return readFileSync(file).indexOf('\n\n') + 2;
}

/** Flips a bit among the first `within` bytes. */
function flip(file: string, below: (most: number) => number, within?: number): () => void {
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  const at = below(within ?? bytes.length);
  changed[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  writeFileSync(file, changed);
  return () => writeFileSync(file, bytes);
}

test('an unfinished archive does not have its final name, and is not overwritten', async () => {
  const out = path.join(scratch, 'unfinished');
  const sink = await openSink(out);
  await sink.put('FORMAT', Buffer.from('x'));
  expect(existsSync(out)).toBe(false);
  await expect(openSink(out)).rejects.toThrow(OperatorError);
  await expect(openSink(out)).rejects.toThrow('was interrupted');
  await sink.abandon();
  expect(readdirSync(scratch).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  await expect(openSink(whole)).rejects.toThrow('exists already');
});

test('other programs read a ZIP file of more entries than the old format has room for', async () => {
  const out = path.join(scratch, 'many.zip');
  const sink = await openSink(out);
  for (let i = 0; i < 66_000; i += 1) await sink.put(`f/${i}`, Buffer.from([i & 255]));
  await sink.finish();
  const code = `import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.read('f/65999')[0])`;
  const { stdout } = spawnSync('python3', ['-c', code, out], { encoding: 'utf8' });
  expect(stdout).toBe(`66000 ${65_999 & 255}\n`);
});

test('a wrong command line is reported before anything is opened', async () => {
  const env = { DATABASE_URL: 'postgres://nowhere' };
  await expect(exportEvidence(env, '--account', 'a', '--out', 'x')).rejects.toThrow(
    '--mode must be live or test',
  );
  await expect(exportEvidence(env, '--mode', 'live', '--out', 'x')).rejects.toThrow('--account is missing');
  await expect(exportEvidence(env, '--account', 'a', '--mode', 'live')).rejects.toThrow('--out is missing');
  await expect(judge(whole, '--hash', 'ab')).rejects.toThrow('--hash is about one certificate');
  await expect(judge(whole, '--tsr', 'x')).rejects.toThrow('--tsr cannot be given beside an archive');
  await expect(judge(whole, '--certificate', '../x')).rejects.toThrow('must be the id of a certificate');
  await expect(judge(scratch)).rejects.toThrow('not what sello export-evidence writes');
});

test('every verifier reads an extracted bundle', () => {
  for (const bundle of handedOut.values())
    expect(readZip(bundle).map(({ name }) => name)).toContain('blockchain-proof.xml');
});
