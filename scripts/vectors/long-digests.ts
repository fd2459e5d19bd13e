/** Proofs and bundles of files that are named by SHA-384 or SHA-512: docs/proof-format.md, §16. */

import { createHash } from 'node:crypto';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { readZip, writeZip } from '../../proof/src/encoding/zip.ts';
import { writeBundle } from '../../proof/src/evidence/bundle.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { decodeTimestampResponse } from '../../proof/src/timestamps/timestamp.ts';
import { nodeEngine } from '../../tests/harness/node-engine.ts';
import { makeSample } from '../../tests/harness/sample-proof.ts';
import { bundleContent, CERTIFICATE_ID } from './stamps.ts';
import { FILE_SHA256, inDigits, LOG_KEY, proofVector, readDoc, replace, type Vector } from './vector.ts';

const TOKEN = readDoc('vectors/token-sha512.tsr');
const STAMPED = ['--tsr', 'token-sha512.tsr'];
const TRUST = ['--root', 'root.pem', '--log-key', LOG_KEY];
const digestBy = (name: 'sha384' | 'sha512') => createHash(name).update(readDoc('vectors/hola.txt')).digest();
const SHA512 = digestBy('sha512').toString('hex');

export async function longDigestVectors(): Promise<Vector[]> {
  const xml = await proofOf('SHA-512');
  return [...(await versions(xml)), ...leaves(xml), ...(await bundles(xml))];
}

/** A proof of hola.txt and token-sha512.tsr, in which the file is named by a digest of this algorithm. */
async function proofOf(algorithm: 'SHA-384' | 'SHA-512'): Promise<string> {
  const value = new Uint8Array(digestBy(algorithm === 'SHA-384' ? 'sha384' : 'sha512'));
  const { der } = decodeTimestampResponse(TOKEN).token!;
  const tokenSha256 = new Uint8Array(createHash('sha256').update(der).digest());
  const { proof } = await makeSample({ document: { fileDigest: { algorithm, value }, tokenSha256 } });
  const certificate = { ...proof.certificate, id: CERTIFICATE_ID };
  return Buffer.from(encodeProofXml({ ...proof, certificate })).toString();
}

async function versions(xml: string): Promise<Vector[]> {
  const xml384 = await proofOf('SHA-384');
  const of = (verdict: VerdictWord, because: string) => ({ requirement: 101, verdict, because });
  const asked = (verdict: VerdictWord, because: string, ...args: string[]): Vector => ({
    ...of(verdict, because),
    file: 'long.xml',
    args: ['--xml', 'long.xml', ...args],
  });
  return [
    proofVector('long', of('unconfirmed', 'version 3, of a SHA-512, and the file'), xml, ['hola.txt']),
    asked('unconfirmed', 'the SHA-512 of the file', '--hash', SHA512),
    asked('unconfirmed', 'the time stamp that it is about', ...STAMPED, 'hola.txt'),
    asked('valid', 'a key of the log', '--log-key', LOG_KEY),
    asked('invalid', 'another file', 'root.pem'),
    asked('invalid', 'only the SHA-256 of the file, so nothing was compared', '--hash', FILE_SHA256),
    asked('invalid', 'a time stamp of the SHA-256 of the same file', '--tsr', 'token.tsr'),
    proofVector('long-sha384', of('unconfirmed', 'version 3, of a SHA-384'), xml384, ['hola.txt']),
    ...(
      [
        ['long-namespace', 'version 3 in the namespace of version 1', replace('proof:3"', 'proof:1"')],
        [
          'long-as-first',
          'version 1 with a SHA-512',
          replace('proof:3" version="3"', 'proof:1" version="1"'),
        ],
        ['long-sha256', 'version 3 that calls its digest a SHA-256', replace('#sha512"', '#sha256"')],
        [
          'long-as-sha384',
          'version 3 that calls its digest a SHA-384',
          replace('xmlenc#sha512"', 'xmldsig-more#sha384"'),
        ],
        [
          'long-short',
          'a digest that lacks a byte',
          (text) => text.replace(/(<Digest[^>]*>[0-9a-f]{126})../, '$1'),
        ],
        ['long-leaf-form', 'a leaf of the second form', replace('SELLO-LEAF-v3', 'SELLO-LEAF-v2')],
      ] satisfies [string, string, (text: string) => string][]
    ).map(([name, because, change]) => proofVector(name, of('invalid', because), changed(xml, change))),
  ];
}

function leaves(xml: string): Vector[] {
  const of = (because: string) => ({ requirement: 102, verdict: 'invalid' as const, because });
  return [
    {
      ...of('a leaf of the third form'),
      verdict: 'unconfirmed',
      file: 'long.xml',
      args: ['--xml', 'long.xml'],
    },
    ...(
      [
        ['long-document', 'another document than the entry commits to', inDigits('<Digest')],
        ['long-token', 'another time stamp than the entry commits to', inDigits('<TimeStampToken')],
        ['long-salt', 'the salt does not give the entry', inDigits('<Salt')],
        ['long-bare-digest', 'the entry is made of the digest without its algorithm', withBareDigest],
        ['long-hashed-again', 'the entry is made of the SHA-256 of the digest', withHashedDigest],
      ] satisfies [string, string, (text: string) => string][]
    ).map(([name, because, change]) => proofVector(name, of(because), changed(xml, change))),
  ];
}

function changed(xml: string, change: (text: string) => string): string {
  const text = change(xml);
  if (text === xml) throw new Error('the vector is the proof itself');
  return text;
}

/** Changes the leaf: other bytes take the place of the imprint. */
function withLeafOf(xml: string, nameOf: (digest: Buffer) => Uint8Array): string {
  const bytesOf = (name: string) =>
    Buffer.from(new RegExp(`<${name}[^>]*>([0-9a-f]+)<`).exec(xml)?.[1] ?? '', 'hex');
  const entry = createHash('sha256')
    .update(Buffer.concat([Buffer.from('SELLO-LEAF-v3\0'), bytesOf('Salt')]))
    .update(Buffer.concat([nameOf(bytesOf('Digest')), bytesOf('TimeStampToken')]))
    .digest();
  const leaf = createHash('sha256')
    .update(Buffer.concat([Buffer.of(0), entry]))
    .digest('hex');
  return xml.replace(/<Hash>[0-9a-f]{64}/, `<Hash>${leaf}`);
}

const withBareDigest = (xml: string): string => withLeafOf(xml, (digest) => digest);
const withHashedDigest = (xml: string): string =>
  withLeafOf(xml, (digest) => createHash('sha256').update(digest).digest());

async function bundles(xml: string): Promise<Vector[]> {
  const { claims, ...content } = await bundleContent(CERTIFICATE_ID, false);
  const { sha256: _, ...file } = claims.file;
  const digest = { algorithm: 'SHA-512', value: SHA512 } as const;
  const entries = readZip(
    await writeBundle(nodeEngine, {
      ...content,
      claims: { ...claims, file: { ...file, digest } },
      tsr: TOKEN,
      xml: Buffer.from(xml),
      logKeys: [LOG_KEY],
    }),
  );
  const second = { name: 'file.sha256', content: Buffer.from(`${FILE_SHA256}  original\n`) };
  const at = entries.findIndex(({ name }) => name === 'file.sha512');
  const asSecondFormat = entries.map(({ name, content: bytes }) => ({
    name,
    content:
      name === 'manifest.json' ? Buffer.from(Buffer.from(bytes).toString().replace('-v4"', '-v2"')) : bytes,
  }));
  const cases: [string, VerdictWord, string, typeof entries, ...string[]][] = [
    ['long-bundle', 'valid', 'a bundle of a SHA-512 as it was issued', entries, 'hola.txt'],
    ['long-bundle-two-sums', 'invalid', 'a second fingerprint', entries.toSpliced(at, 0, second)],
    ['long-bundle-no-sum', 'invalid', 'no fingerprint', entries.toSpliced(at, 1)],
    ['long-bundle-format', 'invalid', 'it says to be of the second format', asSecondFormat],
  ];
  return cases.map(([name, verdict, because, files, ...args]) => ({
    requirement: 103,
    file: `${name}.zip`,
    verdict,
    because,
    args: ['--bundle', `${name}.zip`, ...TRUST, ...args],
    bytes: Buffer.from(writeZip(files)),
  }));
}
