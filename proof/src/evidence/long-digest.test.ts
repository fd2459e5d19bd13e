import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { forgeProvider } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { stampIntoLog } from '../../../tests/harness/renewed-token.ts';
import { makeSample, sha256 } from '../../../tests/harness/sample-proof.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import { encodeHex, encodeUtf8 } from '../encoding/bytes.ts';
import { readZip, writeZip } from '../encoding/zip.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { writeBundle } from './bundle.ts';
import { verifyEvidence } from './evidence.ts';
import type { Evidence } from './given-evidence.ts';

type Long = 'SHA-384' | 'SHA-512';
const LONG = ['SHA-384', 'SHA-512'] as const satisfies readonly Long[];
const CONTENT = encodeUtf8('hola\n');
const hashed = (algorithm: StrongHash, bytes: Uint8Array) =>
  new Uint8Array(createHash(algorithm.replace('-', '')).update(bytes).digest());
const ofFile =
  (bytes: Uint8Array): NonNullable<Evidence['digest']> =>
  async (algorithm) =>
    hashed(algorithm, bytes);
const authority = await createTestAuthority('ecdsa-p256-sha256');

async function makeEvidence(algorithm: Long) {
  const value = hashed(algorithm, CONTENT);
  const tsr = await authority.stamp(value, { hashAlgorithm: algorithm });
  const tokenSha256 = sha256(decodeTimestampResponse(tsr).token!.der);
  const { proof, vkey } = await makeSample({ document: { fileDigest: { algorithm, value }, tokenSha256 } });
  const xml = encodeProofXml(proof);
  const zip = await writeBundle(nodeEngine, {
    claims: {
      certificate_id: proof.certificate.id,
      title: 'Hola',
      file: {
        name: 'hola.txt',
        size: null,
        digest: { algorithm, value: encodeHex(value) },
        fingerprint_only: true,
      },
      psc: 'Provider',
      qr_verification_url: 'https://sello.example/v/abc',
    },
    tsr,
    chain: [authority.signerDer, authority.rootDer],
    xml,
    logKeys: [vkey],
  });
  return { tsr, xml, zip, vkey, value, proof };
}

const judge = (evidence: Evidence) => verifyEvidence(nodeEngine, evidence, [authority.profile]);

async function failed(evidence: Evidence): Promise<string[]> {
  const { verdict, checks } = await judge(evidence);
  expect(verdict).toBe('invalid');
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
}

describe.each(LONG)('P52 evidence of a %s', async (algorithm) => {
  const { tsr, xml, zip, vkey, value, proof } = await makeEvidence(algorithm);

  test('is valid with the file, with its digest, and by itself', async () => {
    for (const proofs of [{ tsr, xml }, { bundle: zip }]) {
      for (const digest of [
        ofFile(CONTENT),
        async (asked: StrongHash) => (asked === algorithm ? value : undefined),
      ])
        expect((await judge({ ...proofs, digest, logKeys: [vkey] })).verdict).toBe('valid');
      expect((await judge({ ...proofs, logKeys: [vkey] })).verdict).toBe('valid');
    }
  });

  test('is refused for another file, and for a file of which only the SHA-256 is known', async () => {
    const wanted = ['timestamp.imprint', 'blockchain.document_digest'];
    expect(await failed({ bundle: zip, digest: ofFile(encodeUtf8('adiós\n')) })).toEqual(wanted);
    const digest: Evidence['digest'] = async (asked) =>
      asked === 'SHA-256' ? hashed('SHA-256', CONTENT) : undefined;
    expect(await failed({ bundle: zip, digest })).toEqual(wanted);
  });

  test('is refused where its time stamp is of another digest of the same file', async () => {
    for (const other of (['SHA-256', ...LONG] as const).filter((one) => one !== algorithm)) {
      const token = await authority.stamp(hashed(other, CONTENT), { hashAlgorithm: other });
      const tokenSha256 = sha256(decodeTimestampResponse(token).token!.der);
      const crossed = await makeSample({ document: { fileDigest: { algorithm, value }, tokenSha256 } });
      expect(await failed({ tsr: token, xml: encodeProofXml(crossed.proof) })).toEqual([
        'blockchain.same_document',
      ]);
    }
  });

  test('no longer counts once its algorithm is broken', async () => {
    const broken = [{ algorithm, since: new Date(0) }];
    expect(await failed({ xml, broken })).toEqual(['blockchain.algorithms']);
  });

  test('a bundle that says it is of another format, or states a second fingerprint, is refused', async () => {
    const files = readZip(zip);
    const own = algorithm === 'SHA-384' ? 'file.sha384' : 'file.sha512';
    expect(files.map(({ name }) => name)).toContain(own);
    const with256 = { name: 'file.sha256', content: encodeUtf8(`${'00'.repeat(32)}  original\n`) };
    const at = files.findIndex(({ name }) => name === own);
    expect(await failed({ bundle: writeZip(files.toSpliced(at, 0, with256)) })).toEqual(['bundle.manifest']);
    const renamed = files.map((file) =>
      file.name === 'manifest.json'
        ? { ...file, content: Buffer.from(Buffer.from(file.content).toString().replace('-v4"', '-v2"')) }
        : file,
    );
    expect(await failed({ bundle: writeZip(renamed) })).toEqual(['bundle.manifest']);
    const without = files.filter(({ name }) => name !== own);
    expect(await failed({ bundle: writeZip(without) })).toEqual(['bundle.manifest']);
  });

  test('the proof is neither readable in another version nor with a digest that it does not name', async () => {
    const text = Buffer.from(xml).toString();
    const other = algorithm === 'SHA-384' ? 'xmlenc#sha512' : 'xmldsig-more#sha384';
    const own = algorithm === 'SHA-384' ? 'xmldsig-more#sha384' : 'xmlenc#sha512';
    for (const changed of [
      text.replace('proof:3" version="3"', 'proof:1" version="1"'),
      text.replace('proof:3"', 'proof:1"'),
      text.replace('SELLO-LEAF-v3', 'SELLO-LEAF-v2'),
      text.replace(own, other),
      text.replace(own, 'xmlenc#sha256'),
    ]) {
      expect(changed).not.toBe(text);
      expect(await failed({ xml: Buffer.from(changed) })).toEqual(['blockchain.structure']);
    }
    expect(() => encodeProofXml({ ...proof, leaf: { ...proof.leaf, scheme: 'SELLO-LEAF-v2' } })).toThrow(
      'does not belong to this version',
    );
  });

  test('the commands of its README hold, and fail for another file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sello-long-'));
    try {
      const files = readZip(zip);
      for (const { name, content } of files) writeFileSync(path.join(folder, name), content);
      const readme = Buffer.from(files.find(({ name }) => name === 'README.txt')!.content).toString();
      expect(readme).toContain(`${algorithm}:         ${encodeHex(value)}`);
      expect(readme).not.toMatch(/^SHA-256: /m);
      const page = readme.slice(0, readme.indexOf('-'.repeat(70)));
      const commands = page.split('\n').flatMap((line) => /^ {4}(\S.*)$/.exec(line)?.[1] ?? []);
      const [sum = '', ...rest] = commands.filter((command) => !command.startsWith('node '));
      const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
      writeFileSync(path.join(folder, 'original'), CONTENT);
      for (const command of [sum, ...rest]) run(command);
      writeFileSync(path.join(folder, 'original'), 'adiós\n');
      expect(() => run(sum)).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('a renewal by the log holds a leaf of the third form, made of what the time stamp says', async () => {
  const [provider, later] = [
    await forgeProvider({ name: 'PSC' }),
    await forgeProvider({ name: 'Other PSC' }),
  ];
  const at = new Date('2026-03-01T12:00:00Z');
  const stamped = { algorithm: 'SHA-512', digest: hashed('SHA-512', CONTENT) } as const;
  const { tsr, logKey, renew } = await stampIntoLog(provider, at, { scheme: 'SELLO-LEAF-v3', stamped });
  const lasting = { renewals: [await renew(later, new Date('2026-03-02T12:00:00Z'))], revocation: undefined };
  const trust = [provider, later].map(({ profile }) => profile);
  const { checks } = await verifyEvidence(nodeEngine, { tsr, lasting, logKeys: [logKey] }, trust);
  expect(checks.find(({ name }) => name === 'timestamp.checkpoint_entry')).toMatchObject({ outcome: 'pass' });
  const other = await stampIntoLog(provider, at, { scheme: 'SELLO-LEAF-v3', stamped });
  const crossed = await verifyEvidence(nodeEngine, { tsr: other.tsr, lasting }, trust);
  expect(crossed.checks.find(({ name }) => name === 'timestamp.checkpoint_entry')).toMatchObject({
    outcome: 'fail',
  });
});
