/** The evidence bundle: all proofs of one certificate, and how to check them with third-party tools. */

import { decodeProofXml } from '../anchors/proof-xml-read.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, encodeUtf8, parseHex, parseUtf8 } from '../encoding/bytes.ts';
import { decodePem, encodePem } from '../encoding/pem.ts';
import { type PackedFile, readZip, writeZip } from '../encoding/zip.ts';
import { decodeCheckpoint } from '../log/checkpoint.ts';
import { algorithmsOfKey } from '../log/note-keys.ts';
import { ProofError } from '../proof-error.ts';
import { BUNDLE_ENTRIES, type BundleEntryName } from './bundle-entries.ts';
import { readFacts } from './bundle-facts.ts';
import { lastingFiles, NOTHING_LASTING, readLasting } from './bundle-lasting.ts';
import {
  BUNDLE_FORMAT,
  type BundleClaims,
  type BundleManifest,
  encodeManifest,
  LONG_FORMAT,
  SHARED_FORMAT,
} from './bundle-manifest.ts';
import { bundleReadme } from './bundle-readme.ts';
import type { Lasting } from './lasting.ts';
import { hashFileOf, hashLine, namedDigest } from './named-digest.ts';

export type BundleContent = {
  claims: BundleClaims;
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  /** If the stamp is over a tree of hashes: the record that leads from the file to it. */
  record?: Uint8Array;
  /** The blockchain proof, once there is one. */
  xml?: Uint8Array;
  /** Verifier keys of the log; those that signed the proof's checkpoint go into the bundle. */
  logKeys?: readonly string[];
  /** The verification page, compressed once for all bundles. */
  verifier?: PackedFile;
  /** Evidence that outlives the keys of the provider. */
  lasting?: Lasting;
};

type Files = Map<BundleEntryName, Uint8Array>;

/** Deterministic: the same content always gives the same bytes. */
export async function writeBundle(engine: CryptoEngine, content: BundleContent): Promise<Uint8Array> {
  return packBundle(await bundleFiles(engine, content), content.verifier);
}

/** Every file of the bundle, by name. */
export async function bundleFiles(engine: CryptoEngine, content: BundleContent): Promise<Files> {
  const { claims, tsr, chain, xml, record, lasting = NOTHING_LASTING } = content;
  const facts = readFacts(tsr, chain, xml, record);
  const files = filesOf(content);
  const manifest: BundleManifest = {
    ...claims,
    bundle: formatOf(content),
    gen_time: facts.genTime,
    accredited: facts.isUnderEconomia,
    entries: await listed(engine, files),
  };
  files.set('manifest.json', encodeManifest(manifest));
  files.set('README.txt', encodeUtf8(bundleReadme(manifest, facts, { tsr, lasting })));
  return files;
}

function formatOf({ claims, record }: BundleContent): BundleManifest['bundle'] {
  if (record === undefined) return claims.file.digest === undefined ? BUNDLE_FORMAT : LONG_FORMAT;
  if (claims.file.digest === undefined) return SHARED_FORMAT;
  throw new ProofError('invalid_argument', 'a shared time stamp is over SHA-256');
}

/** The archive of these files. `verifier` is the verification page among them, already compressed. */
export function packBundle(files: ReadonlyMap<string, Uint8Array>, verifier?: PackedFile): Uint8Array {
  return writeZip(
    BUNDLE_ENTRIES.flatMap(({ name }) => {
      const bytes = files.get(name);
      if (bytes === undefined) return [];
      const packed = name === 'verify.html' ? verifier : undefined;
      return [{ name, content: bytes, ...(packed && { packed }) }];
    }),
  );
}

/** All files except the README and the manifest, which are made from the others. */
function filesOf(content: BundleContent): Files {
  const { claims, tsr, chain, record, xml, logKeys = [], lasting = NOTHING_LASTING, verifier } = content;
  const files: Files = new Map();
  files.set(hashFileOf(namedDigest(claims.file).algorithm), encodeUtf8(hashLine(claims.file)));
  files.set('timestamp.tsr', tsr);
  files.set('chain.pem', encodeUtf8(chain.map((der) => encodePem('CERTIFICATE', der)).join('')));
  if (record !== undefined) files.set('evidence-record.ers', record);
  const keys = xml === undefined ? [] : keysNamedIn(xml, logKeys);
  if (xml !== undefined) files.set('blockchain-proof.xml', xml);
  if (keys.length > 0) files.set('log-key.txt', encodeUtf8(`${keys.join('\n')}\n`));
  for (const { name, content: bytes } of lastingFiles(lasting)) files.set(name, bytes);
  if (verifier !== undefined) files.set('verify.html', verifier.content);
  return files;
}

/** The size and hash of each file, in the order of the archive. */
export async function listed(
  engine: CryptoEngine,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<BundleManifest['entries']> {
  const entries: Record<string, { size: number; sha256: string }> = {};
  for (const { name } of BUNDLE_ENTRIES) {
    const bytes = files.get(name);
    if (bytes === undefined || name === 'README.txt' || name === 'manifest.json') continue;
    entries[name] = { size: bytes.length, sha256: encodeHex(await engine.digest('SHA-256', bytes)) };
  }
  return entries;
}

/**
 * A log may change its key, so only the keys that signed the checkpoint go into the bundle. An ML-DSA key is left out
 * if an Ed25519 key signed too: older verifiers, which do not know ML-DSA, would refuse the whole bundle, and no key in
 * a bundle confirms anything.
 */
function keysNamedIn(xml: Uint8Array, logKeys: readonly string[]): string[] {
  const { note } = decodeCheckpoint(decodeProofXml(xml).checkpoint.note);
  const named = note.signatures.map(({ keyName, keyId }) => `${keyName}+${encodeHex(keyId)}+`);
  const signed = logKeys.filter((vkey) => named.some((start) => vkey.startsWith(start)));
  const everybodys = signed.filter((vkey) => !algorithmsOfKey(vkey).includes('ML-DSA'));
  return everybodys.length > 0 ? everybodys : signed;
}

export type ReadBundle = {
  tsr: Uint8Array;
  chain: Uint8Array[];
  record: Uint8Array | undefined;
  /** The fingerprint in `file.sha256`. */
  fileSha256: Uint8Array | undefined;
  xml: Uint8Array | undefined;
  lasting: Lasting;
  /** Every file of the archive, by name. */
  files: ReadonlyMap<string, Uint8Array>;
};

/** The proofs in a bundle. `checkBundle` checks what the bundle says about itself. */
export function readBundle(zip: Uint8Array): ReadBundle {
  const files = new Map(readZip(zip).map(({ name, content }) => [name, content]));
  const tsr = files.get('timestamp.tsr');
  const chain = parseUtf8(files.get('chain.pem') ?? new Uint8Array(0));
  if (tsr === undefined || chain === undefined) {
    throw new ProofError('bundle_malformed', 'the archive holds no timestamp.tsr with its chain.pem');
  }
  const xml = files.get('blockchain-proof.xml');
  return {
    tsr,
    chain: decodePem('CERTIFICATE', chain),
    ...readWay(files),
    xml,
    lasting: readLasting(files),
    files,
  };
}

/** The record that leads from the file to a stamp over a tree of hashes, and the file's fingerprint. */
export function readWay(files: ReadonlyMap<string, Uint8Array>): Pick<ReadBundle, 'record' | 'fileSha256'> {
  const line = parseUtf8(files.get('file.sha256') ?? new Uint8Array(0)) ?? '';
  return { record: files.get('evidence-record.ers'), fileSha256: parseHex(line.slice(0, 64)) };
}
