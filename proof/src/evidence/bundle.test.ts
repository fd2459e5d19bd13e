import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeHex, encodeUtf8, parseUtf8 } from '../encoding/bytes.ts';
import { readZip } from '../encoding/zip.ts';
import { acr2SeProfile } from '../timestamps/nom151.ts';
import { readBundle, writeBundle } from './bundle.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import { verifyEvidence } from './evidence.ts';

const manifest: BundleManifest = {
  certificate_id: 'cert_0123456789abcdefghijkl',
  title: 'Contrato',
  file: { name: "it's a contract ñ.txt", size: 5, sha256: '' },
  psc: 'Provider',
  accredited: false,
  gen_time: '2026-03-01T12:00:00.25Z',
  qr_verification_url: 'https://sello.example/v/abc',
};

async function ownBundle() {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const digest = await nodeEngine.digest('SHA-256', encodeUtf8('hello'));
  const tsr = await authority.stamp(digest, { certReq: true });
  const file = { ...manifest.file, sha256: encodeHex(digest) };
  const zip = writeBundle({
    manifest: { ...manifest, file },
    tsr,
    chain: [authority.signerDer, authority.rootDer],
  });
  return { zip, tsr, authority, digest };
}

/** A production constancia, in a bundle as Sello would make it. */
function accreditedBundle() {
  const tsr = readVector('nom151/advantage-2018-07-18.tsr');
  const sha256 = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';
  const file = { ...manifest.file, sha256 };
  return writeBundle({
    manifest: { ...manifest, file, accredited: true },
    tsr,
    chain: [...readCertificates('../nom151/advantage-signer-cert'), ...readCertificates('ACR2_SE')],
  });
}

test('a bundle gives back its proofs, and the same certificate always has the same bytes', async () => {
  const { zip, tsr, authority } = await ownBundle();
  expect(readBundle(zip)).toEqual({
    tsr,
    chain: [authority.signerDer, authority.rootDer],
    xml: undefined,
    lasting: { renewals: [], revocation: undefined },
  });
});

test('the evidence in a bundle is judged by its proofs and by roots of the verifier’s own', async () => {
  const { zip, authority, digest } = await ownBundle();
  const document = { digest: async () => digest };
  expect(await verifyEvidence(nodeEngine, { bundle: zip, ...document }, [authority.profile])).toMatchObject({
    verdict: 'valid',
    accredited: false,
  });
  // The chain in the bundle is a convenience and never trusted.
  expect(await verifyEvidence(nodeEngine, { bundle: zip, ...document }, [acr2SeProfile()])).toMatchObject({
    verdict: 'invalid',
  });
  const other = { digest: async () => new Uint8Array(32) };
  const refused = await verifyEvidence(nodeEngine, { bundle: zip, ...other }, [authority.profile]);
  expect(refused.checks).toContainEqual(
    expect.objectContaining({ name: 'timestamp.imprint', outcome: 'fail' }),
  );
});

test('a genuine constancia in a bundle is valid and accredited', async () => {
  const verdict = await verifyEvidence(nodeEngine, { bundle: accreditedBundle() }, [acr2SeProfile()]);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: true });
});

test('a document known only under another digest than the token’s does not pass', async () => {
  const { tsr, authority } = await ownBundle();
  const verdict = await verifyEvidence(nodeEngine, { tsr, digest: async () => undefined }, [
    authority.profile,
  ]);
  expect(verdict.verdict).toBe('invalid');
});

describe('the commands of the README, run as they stand,', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sello-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Unpacks and runs every command once; rejects when one of them fails. */
  function runReadme(zip: Uint8Array, original: string): string[] {
    for (const { name, content } of readZip(zip)) writeFileSync(path.join(folder, name), content);
    writeFileSync(path.join(folder, manifest.file.name), original);
    const readme = parseUtf8(readZip(zip)[0]?.content ?? new Uint8Array(0)) ?? '';
    const commands = [...new Set(readme.match(/^ {2}(?:sha256sum|tail|openssl) .*$/gm) ?? [])];
    return commands.map((command) =>
      execFileSync('sh', ['-ec', command], { cwd: folder, stdio: 'pipe' }).toString(),
    );
  }

  test('accept an ordinary token', async () => {
    const { zip, digest } = await ownBundle();
    const outputs = runReadme(zip, 'hello');
    expect(outputs).toHaveLength(2);
    expect(outputs[0]).toContain(encodeHex(digest));
  });

  test('accept a genuine constancia, which `openssl ts -verify` refuses', () => {
    const outputs = runReadme(accreditedBundle(), 'the original is not ours to show');
    expect(outputs).toHaveLength(4);
    expect(outputs[3]?.toLowerCase()).toContain('6533901d156ca462');
  });

  test('refuse a token whose signature was touched', async () => {
    const { zip, tsr } = await ownBundle();
    const touched = tsr.slice();
    touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
    const { chain } = readBundle(zip);
    const file = {
      ...manifest.file,
      sha256: encodeHex(await nodeEngine.digest('SHA-256', encodeUtf8('hello'))),
    };
    expect(() =>
      runReadme(writeBundle({ manifest: { ...manifest, file }, tsr: touched, chain }), 'hello'),
    ).toThrow();
  });
});
