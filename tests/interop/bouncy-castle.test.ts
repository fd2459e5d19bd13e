import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello, type TestAnswer } from '../harness/test-sello.ts';

const SOURCE = fileURLToPath(new URL('BouncyCastleVerify.java', import.meta.url));
const JARS = ['bcprov', 'bcpkix', 'bcutil'].map((name) => `/usr/share/java/${name}.jar`).join(':');
const CONTENT = 'El contrato, palabra por palabra.\n';

const KINDS = ['p256', 'p384', 'rsa2048'];
/** These programs are short: they end before an optimising compiler would pay off. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

let folder: string;
/** The verdicts for each kind: with its own file and root, with another file, with another root. */
const said = new Map<string, string[]>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-bc-'));
  await run('javac', ...QUICK.map((flag) => `-J${flag}`), '-cp', JARS, '-d', folder, SOURCE);
  await writeFile(path.join(folder, 'file'), CONTENT);
  await writeFile(path.join(folder, 'tampered'), CONTENT.replace('por', 'tras'));
  for (const kind of KINDS) await stampWith(kind);
  const cases = KINDS.flatMap((kind) => [
    [`${kind}.tsr`, 'file', `${kind}.pem`],
    [`${kind}.tsr`, 'tampered', `${kind}.pem`],
    [`${kind}.tsr`, 'file', `${kind}-foreign.pem`],
  ]);
  // One Java virtual machine for all cases, because starting it takes longer than judging.
  const lines = (
    await run('java', ...QUICK, '-cp', `${JARS}:${folder}`, 'BouncyCastleVerify', ...cases.flat())
  ).split('\n');
  for (const [at, kind] of KINDS.entries()) said.set(kind, lines.slice(3 * at, 3 * at + 3));
});
afterAll(() => rm(folder, { recursive: true }));

function run(program: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    );
  });
}

/** A token of an authority with such a key, its root, and the root of another authority. */
async function stampWith(kind: string): Promise<void> {
  const proof = await proofFrom(kind);
  const foreign = await proofFrom(kind);
  const rootOf = (chainPem: string) => chainPem.slice(chainPem.lastIndexOf('-----BEGIN'));
  await writeFile(path.join(folder, `${kind}.tsr`), Buffer.from(proof.tsr_base64, 'base64'));
  await writeFile(path.join(folder, `${kind}.pem`), rootOf(proof.chain_pem));
  await writeFile(path.join(folder, `${kind}-foreign.pem`), rootOf(foreign.chain_pem));
}

async function proofFrom(kind: string): Promise<TestAnswer['body']> {
  const sello = await openTestSello({ SELLO_TSA_KEY: kind });
  try {
    const { key } = await sello.newAccount();
    const { id } = await sello.certify(key, CONTENT);
    return (await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key })).body.proof;
  } finally {
    await sello.close();
  }
}

test.for(KINDS)(
  'P10 Bouncy Castle accepts the tokens of a %s authority, for their own file and root only',
  (kind) => {
    expect(said.get(kind)).toEqual([
      'accepted',
      expect.stringMatching(/^refused: .*other data/),
      expect.stringMatching(/^refused: .*CertPathBuilderException/),
    ]);
  },
);
