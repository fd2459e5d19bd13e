/**
 * Judges one certificate of an archive: puts its bundle together, judges the bundle, and compares the certificate's
 * line in the index with it.
 */

import { createHash } from 'node:crypto';
import {
  type BrokenAlgorithm,
  certificateFolder,
  decodeProofXml,
  type Evidence,
  type EvidenceVerdict,
  namedDigest,
  originalPath,
  ProofError,
  type RebuiltBundle,
  readBundle,
  rebuildBundle,
  type TrustProfile,
  type VerdictWord,
  verifyEvidence,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import type { IndexRecord } from '../../../proofs/export-account-evidence/index-lines.ts';
import { type ArchiveReader, readWhole } from './archive-reader.ts';
import { hashOf } from './check-sums.ts';

/** What the person who verifies trusts. */
export type Trust = {
  profiles: readonly TrustProfile[];
  certificates: readonly Uint8Array[];
  logKeys: readonly string[] | undefined;
  now: Date;
  /** The algorithms that are not trusted any more. */
  broken: readonly BrokenAlgorithm[];
};

type Judged = {
  verdict: VerdictWord;
  because: string;
  /** Absent if the certificate is invalid. */
  accredited?: boolean;
  warnings?: EvidenceVerdict['warnings'];
};

export async function judgeCertificate(
  archive: ArchiveReader,
  record: IndexRecord,
  trust: Trust,
): Promise<Judged> {
  try {
    const { manifest, manifestSha256, zip } = await bundleOf(archive, record.id);
    if (manifestSha256 !== record.manifest_sha256)
      return { verdict: 'invalid', because: 'its manifest.json is not the one that the index names' };
    const { xml } = readBundle(zip);
    const differing = contradiction(record, manifest, xml);
    if (differing !== undefined) return { verdict: 'invalid', because: differing };
    const evidence: Evidence = {
      bundle: zip,
      certificates: trust.certificates,
      now: trust.now,
      broken: trust.broken,
      ...(xml !== undefined && trust.logKeys !== undefined && { logKeys: trust.logKeys }),
      ...(await originalOf(archive, record)),
    };
    const { verdict, checks, accredited, warnings } = await verifyEvidence(
      nodeCryptoEngine,
      evidence,
      trust.profiles,
    );
    const failed = checks.filter(({ outcome }) => outcome === 'fail');
    if (verdict === 'invalid')
      return { verdict, because: failed.map(({ name, because }) => `${name}: ${because}`).join('; ') };
    // A log key was given, but the certificate has no blockchain proof yet that the key could confirm.
    if (xml === undefined && trust.logKeys !== undefined)
      return {
        verdict: 'unconfirmed',
        because: 'not in a final block yet: only its time stamp was checked',
        accredited,
        warnings,
      };
    const because = verdict === 'valid' ? '' : 'none of it leads to anything that you trust';
    return { verdict, because, accredited, warnings };
  } catch (error) {
    if (error instanceof ProofError) return { verdict: 'invalid', because: error.message };
    throw error;
  }
}

/** Throws a `ProofError` if a part is missing. */
export async function bundleOf(
  archive: ArchiveReader,
  id: string,
): Promise<RebuiltBundle & { manifestSha256: string }> {
  const name = `${certificateFolder(id)}/manifest.json`;
  const manifest = await readWhole(archive, name);
  if (manifest === undefined) throw new ProofError('bundle_malformed', `${name} is missing`);
  const rebuilt = await rebuildBundle(manifest, (part) => readWhole(archive, part));
  return { ...rebuilt, manifestSha256: createHash('sha256').update(manifest).digest('hex') };
}

/** Says in what the index contradicts the proofs. People search the index, so it must say the same as the proofs. */
function contradiction(
  record: IndexRecord,
  { certificate_id, file, gen_time, title, psc }: RebuiltBundle['manifest'],
  xml: Uint8Array | undefined,
): string | undefined {
  const place = xml && decodeProofXml(xml).checkpoint.path.leafIndex;
  const pairs: [keyof IndexRecord, unknown][] = [
    ['id', certificate_id],
    ['folder', certificateFolder(record.id)],
    ['file_sha256', namedDigest(file).value],
    ['file_name', file.name],
    ['title', title],
    ['psc', psc],
    ['gen_time', gen_time],
    ['blockchain_proof', xml === undefined ? 'pending' : 'final'],
    // The program opens the path from the index, so that path must be the one place where the original can be.
    ['original', record.original === null ? null : originalPath(namedDigest(file).value)],
    ...(place === undefined ? [] : ([['leaf_index', place]] as [keyof IndexRecord, unknown][])),
  ];
  const wrong = pairs.find(([name, value]) => record[name] !== value);
  return wrong && `the index states another ${wrong[0]} than the certificate's own files`;
}

/** Reads the original of the archive, which must be the document that was stamped. */
async function originalOf(
  archive: ArchiveReader,
  { original }: IndexRecord,
): Promise<Pick<Evidence, 'digest'>> {
  if (original === null) return {};
  const source = await archive.open(original);
  if (source === undefined) throw new ProofError('bundle_malformed', `${original} is missing`);
  const sha256 = Buffer.from(await hashOf(source), 'hex');
  return { digest: async (algorithm) => (algorithm === 'SHA-256' ? sha256 : undefined) };
}
