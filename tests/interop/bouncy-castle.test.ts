import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello } from '../harness/test-sello.ts';

const SOURCE = fileURLToPath(new URL('BouncyCastleVerify.java', import.meta.url));
const JARS = ['bcprov', 'bcpkix', 'bcutil'].map((name) => `/usr/share/java/${name}.jar`).join(':');
const CONTENT = 'El contrato, palabra por palabra.\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-bc-'));
  await run('javac', '-cp', JARS, '-d', folder, SOURCE);
  await writeFile(path.join(folder, 'file'), CONTENT);
  await writeFile(path.join(folder, 'tampered'), CONTENT.replace('por', 'tras'));
});
afterAll(() => rm(folder, { recursive: true }));

function run(program: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    );
  });
}

const judge = (tsr: string, file: string, root: string) =>
  run('java', '-cp', `${JARS}:${folder}`, 'BouncyCastleVerify', tsr, file, root);

test.for(['p256', 'p384', 'rsa2048'])(
  'P10 Bouncy Castle accepts the tokens of a %s authority, for their own file and root only',
  async (kind) => {
    const sello = await openTestSello({ SELLO_TSA_KEY: kind });
    const stranger = await openTestSello({ SELLO_TSA_KEY: kind });
    try {
      const proofOf = async (from: typeof sello) => {
        const { key } = await from.newAccount();
        const { id } = await from.certify(key, CONTENT);
        return (await from.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key })).body.proof;
      };
      const rootOf = (chainPem: string) => chainPem.slice(chainPem.lastIndexOf('-----BEGIN'));
      const [proof, foreign] = [await proofOf(sello), await proofOf(stranger)];
      await writeFile(path.join(folder, 'proof.tsr'), Buffer.from(proof.tsr_base64, 'base64'));
      await writeFile(path.join(folder, 'root.pem'), rootOf(proof.chain_pem));
      await writeFile(path.join(folder, 'foreign.pem'), rootOf(foreign.chain_pem));

      expect(await judge('proof.tsr', 'file', 'root.pem')).toBe('accepted\n');
      await expect(judge('proof.tsr', 'tampered', 'root.pem')).rejects.toThrow('other data');
      await expect(judge('proof.tsr', 'file', 'foreign.pem')).rejects.toThrow('CertPathBuilderException');
    } finally {
      await sello.close();
      await stranger.close();
    }
  },
);
