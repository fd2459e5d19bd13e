/**
 * The single-file verifiers: `sello-verify.mjs`, also in another Node if there is one, and the one in Python. They are
 * compared with the library on the published vectors and on mutations.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { encodePem } from '../../proof/src/encoding/pem.ts';
import { verifyEvidence } from '../../proof/src/evidence/evidence.ts';
import { acr2SeProfile } from '../../proof/src/timestamps/nom151.ts';
import { forgeProvider } from '../harness/forged-provider.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { readVector } from '../harness/read-vector.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../harness/sample-proof.ts';
import { seededRandom } from '../harness/seeded-random.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../web/dist/verify/', import.meta.url));
/** The machine's own Node, which is often older than ours. */
const NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(isRecentEnough) ?? process.execPath;

const folder = mkdtempSync(path.join(tmpdir(), 'sello-one-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Alone in a folder: nothing of ours is beside it.
const PROGRAM = path.join(folder, 'sello-verify.mjs');
copyFileSync(path.join(BUILT, 'sello-verify.mjs'), PROGRAM);

function isRecentEnough(node: string): boolean {
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) >= 20;
}

function store(name: string, bytes: Uint8Array | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The verdicts of several calls, all in one process that runs in that folder. */
function verdictsOfProgram(calls: readonly string[][], cwd = folder): string[] {
  const driver = store(
    'driver.mjs',
    `import { verify } from './sello-verify.mjs';
import { readFileSync } from 'node:fs';
const verdicts = [];
for (const args of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const { out, errors, status } = await verify([...args, '--json']);
  // An archive that cannot be opened is answered only with words.
  verdicts.push(out === '' ? (status === 1 ? 'invalid' : errors) : JSON.parse(out).verdict);
}
console.log(JSON.stringify(verdicts));`,
  );
  const list = store('calls.json', JSON.stringify(calls));
  return JSON.parse(execFileSync(NODE, [driver, list], { encoding: 'utf8', maxBuffer: 1 << 26, cwd }));
}

/** The verdict on each file, in one word. */
function verdictsOfPython(files: readonly string[]): string[] {
  const { stdout } = spawnSync(
    '/usr/bin/python3',
    [path.join(BUILT, 'verify_blockchain_proof.py'), ...files],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => /^.*?\.xml: (\w+)/.exec(line)?.[1] ?? line);
}

const isRefused = (word: string) => ['invalid', 'inconsistent', 'not_on_chain'].includes(word);

const verdictOfLibrary = async (xml: string | Uint8Array) =>
  (await verifyEvidence(nodeEngine, { xml: Buffer.from(xml) }, [acr2SeProfile()])).verdict;

test('P52 the program gives the expected verdict for every published vector', () => {
  const folder = path.join(DOCS, 'vectors');
  const { vectors } = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as {
    vectors: { file: string; verdict: string; because: string; args: string[] }[];
  };
  const verdicts = verdictsOfProgram(
    vectors.map(({ args }) => args),
    folder,
  );
  const wrong = vectors.filter(({ verdict }, i) => verdicts[i] !== verdict);
  expect(wrong.map(({ file, because }) => `${file}: ${because}`)).toEqual([]);
});

test.for(['SELLO-LEAF-v1', 'SELLO-LEAF-v2'] as const)(
  'on mutated proofs (%s) the program gives the verdict of the library, and Python refuses what it refuses',
  async (scheme) => {
    const { proof } = await makeSample({
      scheme,
      leaves: 40,
      index: 17,
      anchors: (log) => [makeEthereumAnchor(log, { transactions: 5 }), makeBitcoinAnchor(log)],
    });
    const xml = Buffer.from(encodeProofXml(proof)).toString();
    const random = seededRandom();
    const digits = [...xml.matchAll(/[0-9a-f]{64,}/g)];
    const mutations = Array.from({ length: 300 }, () => {
      const hit = digits[random.below(digits.length)]!;
      const at = hit.index + random.below(hit[0].length);
      const digit = xml[at] === '7' ? '8' : '7';
      return xml.slice(0, at) + digit + xml.slice(at + 1);
    });
    const files = mutations.map((text, i) => store(`mutation-${i}.xml`, text));
    const inLibrary = await Promise.all(mutations.map(verdictOfLibrary));
    const seed = `SELLO_TEST_SEED=${random.seed}`;
    expect(verdictsOfProgram(files.map((file) => ['--xml', file])), seed).toEqual(inLibrary);
    expect(verdictsOfPython(files).map(isRefused), seed).toEqual(inLibrary.map(isRefused));
    expect(inLibrary.filter(isRefused).length).toBeGreaterThan(250);
  },
);

test('on every vector of time stamps and foreign proofs the program gives the verdict of the library', async () => {
  const names = ['nom151', 'commercial', 'negative', 'blockchain-xml'].flatMap((kind) =>
    readdirSync(new URL(`../vectors/${kind}`, import.meta.url))
      .filter((name) => /\.(?:tsr|tst|xml)$/.test(name))
      .map((name) => `${kind}/${name}`),
  );
  const evidence = (name: string) => (name.endsWith('.xml') ? 'xml' : 'tsr');
  const inLibrary = await Promise.all(
    names.map(
      async (name) =>
        (await verifyEvidence(nodeEngine, { [evidence(name)]: readVector(name) }, [acr2SeProfile()])).verdict,
    ),
  );
  const place = (name: string) => fileURLToPath(new URL(`../vectors/${name}`, import.meta.url));
  expect(verdictsOfProgram(names.map((name) => [`--${evidence(name)}`, place(name)]))).toEqual(inLibrary);
});

test('P92 a token signed with ML-DSA is valid in a Node that supports it, and unconfirmed with an explanation in an older one', async () => {
  const provider = await forgeProvider({ name: 'PQ', keys: 'mlDsa' });
  const digest = createHash('sha256').update('hola').digest();
  const tsr = store('pq.tsr', await provider.stamp(digest, new Date('2026-11-16T10:00:00Z')));
  const root = store('pq-root.pem', encodePem('CERTIFICATE', provider.rootDer));
  const file = store('hola.txt', 'hola');
  const run = (node: string, original: string) =>
    spawnSync(node, [PROGRAM, original, '--tsr', tsr, '--root', root], { encoding: 'utf8' });
  const ours = run(process.execPath, file);
  expect([ours.status, ours.stdout]).toEqual([0, expect.stringContaining('VALID: stamped at 2026-11-16')]);
  const older = run(NODE, file);
  if (hasMlDsa(NODE)) expect(older.status).toBe(0);
  else {
    expect([older.status, older.stderr]).toEqual([3, '']);
    expect(older.stdout).toContain(
      'NOT CHECKED: timestamp.signature: signed with ML-DSA-65, which this program cannot check.',
    );
  }
  // Another document is refused on both versions of Node.
  const other = store('other.txt', 'adios');
  expect([process.execPath, NODE].map((node) => run(node, other).status)).toEqual([1, 1]);
});

function hasMlDsa(node: string): boolean {
  const tried = spawnSync(node, ['-e', "require('node:crypto').generateKeyPairSync('ml-dsa-65')"]);
  return tried.status === 0;
}

test('the program runs alone, says what it needs, and names files of other systems', () => {
  const run = (...args: string[]) => spawnSync(NODE, [PROGRAM, ...args], { encoding: 'utf8', cwd: folder });
  expect(run('--help').stdout).toContain('node sello-verify.mjs');
  const stamp = store('x.bin', readVector('nom151/advantage-2018-07-18.tsr'));
  const good = run(stamp);
  expect(good.status, good.stderr).toBe(0);
  expect(good.stdout).toContain('by an accredited provider');
  const ots = run(store('x.ots', readVector('opentimestamps/hello-world.txt.ots')));
  expect(ots.status).toBe(2);
  expect(ots.stderr).toContain('OpenTimestamps');
  const unknown = run(store('letter.txt', 'hola'));
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('a bundle (.zip), a constancia (.pdf)');
});

test('none of the three files names a machine, a package registry or a network address', () => {
  for (const name of ['verify.html', 'sello-verify.mjs', 'verify_blockchain_proof.py']) {
    const text = readFileSync(path.join(BUILT, name), 'utf8');
    expect(text).not.toMatch(/npx |unpkg|jsdelivr|\/tmp\//);
  }
});
