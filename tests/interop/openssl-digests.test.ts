import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  decodePem,
  decodeTimestampResponse,
  type EvidenceVerdict,
  encodeProofXml,
  type StrongHash,
  type TrustProfile,
  verifyEvidence,
  webCryptoEngine,
} from '@sello/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../server/src/cli/verify/one-file.ts';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';
import { makeOpensslAuthority, opensslStamp } from '../harness/openssl-authority.ts';
import { askPython } from '../harness/python-verifier.ts';
import { makeSample, sampleSigner } from '../harness/sample-proof.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

const CONTENT = Buffer.from('El contrato, palabra por palabra.\n');
const OTHER = Buffer.from('El contrato, palabra tras palabra.\n');
const EC = ['-algorithm', 'EC', '-pkeyopt'];

const AUTHORITIES = [
  { name: 'RSA with SHA-384', key: ['-algorithm', 'RSA'], digest: 'sha384' },
  { name: 'RSA with SHA-512', key: ['-algorithm', 'RSA'], digest: 'sha512' },
  { name: 'P-384 with SHA-384', key: [...EC, 'ec_paramgen_curve:P-384'], digest: 'sha384' },
  { name: 'P-521 with SHA-512', key: [...EC, 'ec_paramgen_curve:P-521'], digest: 'sha512' },
];

const hashOf = (digest: string, bytes: Uint8Array) => createHash(digest).update(bytes).digest();
const sha256Of = (bytes: Uint8Array) => new Uint8Array(hashOf('sha256', bytes));
const nodeName = (algorithm: StrongHash) => algorithm.replace('-', '').toLowerCase();

describe.for(AUTHORITIES)('a token that openssl makes with $name', ({ key, digest }) => {
  let bench: Workbench;
  let profile: TrustProfile;
  let unit: X509Certificate;
  const stamped = new Map<string, Uint8Array>();
  beforeAll(async () => {
    bench = await openWorkbench();
    await makeOpensslAuthority(bench, { key, digest });
    await bench.write('file', CONTENT);
    await bench.write('other', OTHER);
    const roots = decodePem('CERTIFICATE', await readFile(bench.path('root.pem'), 'utf8'));
    profile = { name: 'openssl', roots, policies: 'any', toleratedQuirks: [], accredited: false };
    unit = new X509Certificate(await readFile(bench.path('unit.pem')));
    for (const imprint of ['sha384', 'sha512'])
      stamped.set(imprint, await opensslStamp(bench, 'file', imprint));
  });
  afterAll(() => bench.close());

  async function judge(tsr: Uint8Array, content: Uint8Array) {
    const words = new Set<string>();
    let failed: string[] = [];
    for (const engine of [nodeCryptoEngine, webCryptoEngine]) {
      const digestOf = async (algorithm: StrongHash) => hashOf(nodeName(algorithm), content);
      const { verdict, checks } = await verifyEvidence(engine, { tsr, digest: digestOf }, [profile]);
      words.add(verdict);
      failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
    }
    return { words: [...words], failed };
  }

  describe.for(['sha384', 'sha512'])('over the %s of a file', (imprint) => {
    test('openssl accepts it, and so do node:crypto and WebCrypto; another file is refused by all', async () => {
      const tsr = stamped.get(imprint)!;
      await bench.write('token.tsr', tsr);
      for (const [file, content, code, words] of [
        ['file', CONTENT, 0, 'valid'],
        ['other', OTHER, 1, 'invalid'],
      ] as const) {
        const asked = await bench.openssl(
          ...['ts', '-verify', '-in', 'token.tsr', '-data', file, '-CAfile', 'root.pem'],
        );
        expect([asked.code, asked.output]).toEqual([code, expect.anything()]);
        expect((await judge(tsr, content)).words).toEqual([words]);
      }
    });

    test('sello-verify checks it with the file, or with a fingerprint by the same algorithm', async () => {
      await bench.write('token.tsr', stamped.get(imprint)!);
      const proof = ['--tsr', bench.path('token.tsr'), '--root', bench.path('root.pem'), '--json'];
      const ask = async (...what: string[]) => {
        const { status, out } = await verify([...what, ...proof]);
        return { status, verdict: JSON.parse(out) as EvidenceVerdict };
      };
      const holds = await ask(bench.path('file'));
      expect(holds).toMatchObject({ status: 0, verdict: { verdict: 'valid', timestamp: expect.anything() } });
      expect(holds.verdict.timestamp?.hash).toBe(hashOf(imprint, CONTENT).toString('hex'));
      expect((await ask('--hash', hashOf(imprint, CONTENT).toString('hex'))).status).toBe(0);
      expect((await ask(bench.path('other'))).status).toBe(1);
      // A fingerprint by another algorithm cannot be compared with the stamp, so it proves nothing.
      const sha256 = await ask('--hash', hashOf('sha256', CONTENT).toString('hex'));
      expect(sha256.status).toBe(1);
      expect(sha256.verdict.checks.find(({ outcome }) => outcome === 'fail')?.because).toContain(
        'give the file',
      );
    });

    test('each digest in it is checked: with one changed bit it is refused for that reason', async () => {
      const tsr = stamped.get(imprint)!;
      const { token } = decodeTimestampResponse(tsr);
      for (const [what, value, reason] of [
        ['the imprint', hashOf(imprint, CONTENT), 'timestamp.imprint'],
        ['the signed digest', hashOf(digest, token!.infoDer), 'timestamp.message_digest'],
        ['the named certificate', hashOf(digest, unit.raw), 'timestamp.ess_certificate'],
        ['the signature', token!.signerInfos[0]!.signature, 'timestamp.signature'],
      ] as const) {
        const { words, failed } = await judge(flipped(tsr, value), CONTENT);
        expect([what, words, failed]).toEqual([what, ['invalid'], expect.arrayContaining([reason])]);
      }
      // The root's signature on the signer's certificate, at the end of this certificate.
      const { words } = await judge(flipped(tsr, unit.raw.subarray(-20)), CONTENT);
      expect(words).toEqual(['invalid']);
    });

    test('the verifier in Python compares it with the file, given a proof of the same token', async () => {
      const tsr = stamped.get(imprint)!;
      const { token } = decodeTimestampResponse(tsr);
      const of = { fileSha256: sha256Of(CONTENT), tokenSha256: sha256Of(token!.der) };
      // The block of the sample is older than any token of today.
      const { proof } = await makeSample({ document: of, status: 'pending', anchors: () => [] });
      const xml = encodeProofXml(proof);
      const asked = [{ file: CONTENT }, { file: OTHER }, { sha256: sha256Of(CONTENT) }, {}];
      const answers = await askPython(asked.map((document) => ({ xml, token: tsr, ...document })));
      expect(answers.map(({ verdict }) => verdict)).toEqual([
        'unconfirmed',
        'invalid',
        'invalid',
        'unconfirmed',
      ]);
      const ours = await Promise.all(
        asked.map(async ({ file, sha256 }) => {
          const known = async (algorithm: StrongHash) =>
            file ? hashOf(nodeName(algorithm), file) : algorithm === 'SHA-256' ? sha256 : undefined;
          const given = (file ?? sha256) ? { digest: known } : {};
          return (await verifyEvidence(nodeCryptoEngine, { xml, tsr, ...given }, [])).verdict;
        }),
      );
      expect(ours).toEqual(answers.map(({ verdict }) => verdict));
    });
  });
});

test('a token over a file, and a proof of another file: Python refuses them by the file', async () => {
  const bench = await openWorkbench();
  try {
    await makeOpensslAuthority(bench, { key: ['-algorithm', 'RSA'], digest: 'sha512' });
    await bench.write('other', OTHER);
    const tsr = await opensslStamp(bench, 'other', 'sha512');
    const { token } = decodeTimestampResponse(tsr);
    const document = { fileSha256: sha256Of(CONTENT), tokenSha256: sha256Of(token!.der) };
    const { proof } = await makeSample({ document, status: 'pending', anchors: () => [] });
    const logKeys = [(await sampleSigner(7)).vkey];
    const [answer] = await askPython([{ xml: encodeProofXml(proof), token: tsr, file: CONTENT, logKeys }]);
    expect(answer).toMatchObject({ verdict: 'invalid', because: 'the time stamp is about another document' });
  } finally {
    await bench.close();
  }
});

/** The same bytes with one bit changed in the middle of `part`. */
function flipped(whole: Uint8Array, part: Uint8Array): Uint8Array {
  const at = Buffer.from(whole).lastIndexOf(part);
  expect(at).toBeGreaterThan(0);
  const changed = Uint8Array.from(whole);
  changed[at + Math.floor(part.length / 2)]! ^= 1;
  return changed;
}
