/**
 * The layout of an archive of many certificates. Files that belong to one certificate's bundle are in a folder of their
 * own. Files that many certificates share (certificates of providers, revocation lists, stamped checkpoints) are kept
 * once, named by their SHA-256. The manifest of each bundle lists both kinds by their hashes, so the bundle can be put
 * together again byte for byte.
 */

import { encodeUtf8, parseUtf8 } from '../encoding/bytes.ts';
import { decodePem } from '../encoding/pem.ts';
import { ProofError } from '../proof-error.ts';
import { packBundle } from './bundle.ts';
import { readFacts } from './bundle-facts.ts';
import { readLasting } from './bundle-lasting.ts';
import { type BundleManifest, decodeManifest, OLDER_FORMAT } from './bundle-manifest.ts';
import { bundleReadme } from './bundle-readme.ts';
import { hashFileOf, hashLine, namedDigest } from './named-digest.ts';

export const ARCHIVE_FORMAT = 'sello-archive-v2';

/**
 * The previous format. The commands in its README took the key and the roots from the archive itself, so they proved
 * less.
 */
export const OLDER_ARCHIVE_FORMAT = 'sello-archive-v1';

/** Files that every archive may have once. */
export const ARCHIVE_PATHS = {
  format: 'FORMAT',
  readme: 'README.txt',
  about: 'archive.json',
  indexCsv: 'index.csv',
  indexJson: 'index.json',
  logKeys: 'log/keys.txt',
  checkpoint: 'log/checkpoint.txt',
  witnessed: 'log/witnessed-checkpoint.txt',
  witnessKeys: 'log/witness-keys.txt',
  roots: 'roots.pem',
  sums: 'SHA256SUMS',
} as const;

/** Files that differ for each certificate; everything else a manifest lists is shared. */
const OWN_ENTRIES: ReadonlySet<string> = new Set([
  'timestamp.tsr',
  'evidence-record.ers',
  'blockchain-proof.xml',
  'checkpoint.tlog-proof',
  'later-checkpoint.tlog-proof',
]);

/** Derived from the manifest and the proofs, so not stored in archives. */
const DERIVED_ENTRIES: ReadonlySet<string> = new Set([
  'README.txt',
  'file.sha256',
  'file.sha384',
  'file.sha512',
]);

/** Folders are grouped by the last two characters of the id. These are random, so no folder becomes large. */
export function certificateFolder(id: string): string {
  return `certificates/${id.slice(-2)}/${id}`;
}

/** The id becomes the name of a folder, so nothing but an id is accepted. */
export function isArchivedId(text: string): boolean {
  return /^[a-z]{1,8}_[0-9A-Za-z]{22}$/.test(text);
}

export function originalPath(sha256: string): string {
  return `originals/${sha256.slice(0, 2)}/${sha256}`;
}

/** Where a file of the certificate's bundle lies; undefined for one that is derived. */
export function entryPath(id: string, name: string, sha256: string): string | undefined {
  if (DERIVED_ENTRIES.has(name)) return undefined;
  if (name === 'manifest.json' || OWN_ENTRIES.has(name)) return `${certificateFolder(id)}/${name}`;
  return `shared/${sha256}`;
}

export type RebuiltBundle = { manifest: BundleManifest; zip: Uint8Array };

/**
 * Puts the bundle together as it was issued. Throws a `ProofError` if the manifest cannot be used or a file is missing.
 * Whether the files are the listed ones is checked later, by the checks of the bundle.
 */
export async function rebuildBundle(
  manifestBytes: Uint8Array,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<RebuiltBundle> {
  const manifest = decodeManifest(manifestBytes);
  if (manifest.bundle === OLDER_FORMAT || !isArchivedId(manifest.certificate_id))
    throw new ProofError('bundle_malformed', 'manifest.json is of no bundle that an archive holds');
  const files = new Map<string, Uint8Array>([['manifest.json', manifestBytes]]);
  for (const [name, { sha256 }] of Object.entries(manifest.entries)) {
    const path = entryPath(manifest.certificate_id, name, sha256);
    if (path === undefined) continue;
    const bytes = await read(path);
    if (bytes === undefined) throw new ProofError('bundle_malformed', `${path} (${name}) is missing`);
    files.set(name, bytes);
  }
  files.set(hashFileOf(namedDigest(manifest.file).algorithm), encodeUtf8(hashLine(manifest.file)));
  files.set('README.txt', encodeUtf8(readmeOf(manifest, files)));
  return { manifest, zip: packBundle(files) };
}

function readmeOf(manifest: BundleManifest, files: ReadonlyMap<string, Uint8Array>): string {
  const tsr = files.get('timestamp.tsr');
  const chain = parseUtf8(files.get('chain.pem') ?? new Uint8Array(0));
  if (tsr === undefined || chain === undefined)
    throw new ProofError('bundle_malformed', 'the manifest lists no timestamp.tsr with its chain.pem');
  const facts = readFacts(
    tsr,
    decodePem('CERTIFICATE', chain),
    files.get('blockchain-proof.xml'),
    files.get('evidence-record.ers'),
  );
  return bundleReadme(manifest, facts, { tsr, lasting: readLasting(files) });
}
