/** Reads the certificates of an account and puts each into its archive. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { bundleFiles, certificateFolder, entryPath, originalPath } from '@sello/proof';
import { type Certificate, statusOf } from '../../certificates/certificate.ts';
import type { CertificateStore, StoredToken } from '../../certificates/ports.ts';
import type { BlobStore } from '../../files/ports.ts';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Access } from '../../keys/ports.ts';
import { type BundlePorts, bundleContent } from '../evidence-bundle/bundle-content.ts';
import type { ProofSite } from '../fetch-proof.ts';
import type { IndexRecord } from './index-lines.ts';
import { spool } from './sink.ts';
import { hashOf, type Writing } from './writing.ts';

export type CertificateReads = { access: Access; certificates: Pick<CertificateStore, 'page' | 'withToken'> };

export type WhichCertificates = {
  owner: Owner;
  /** Certificates with an earlier place in the log than this are left out. */
  since: number | undefined;
  onProgress(done: number): void;
};

type Subject = { accountId: AccountId; certificate: Certificate; token: StoredToken };

const LOT = 200;
/** How many certificates are read at the same time. */
const AT_ONCE = 32;

/** Yields the certificates that existed at the beginning, the oldest first and a few at a time. */
export async function* subjectsOf(
  { access, certificates }: CertificateReads,
  { owner, since = 0, onProgress }: WhichCertificates,
): AsyncGenerator<Subject[]> {
  const { accountId, livemode } = owner;
  let after: Certificate['id'] | undefined;
  let [total, seen] = [Number.POSITIVE_INFINITY, 0];
  while (seen < total) {
    const asked = { filter: {}, limit: LOT, offset: 0, after, order: 'asc' as const };
    const page = await access.read(accountId, livemode, certificates.page(asked));
    if (page === undefined || page.certificates.length === 0) return;
    if (after === undefined) total = page.total;
    const lot = page.certificates.slice(0, total - seen);
    const wanted = lot.filter(({ leafIndex }) => leafIndex === undefined || leafIndex >= since);
    for (let first = 0; first < wanted.length; first += AT_ONCE) {
      const reads = wanted.slice(first, first + AT_ONCE).map(async ({ id }) => {
        const found = await access.read(accountId, livemode, certificates.withToken(id));
        if (found === undefined) throw new Error(`${id} has no time stamp`);
        return { accountId, ...found };
      });
      yield await Promise.all(reads);
    }
    seen += lot.length;
    after = lot.at(-1)?.id;
    onProgress(seen / total);
  }
}

type Prepared = {
  subject: Subject;
  isProven: boolean;
  /**
   * The roots that its time stamps lead to: those of its own stamp, and those of the renewals and checkpoints that
   * protect it.
   */
  roots: readonly Uint8Array[];
  /** The files of its bundle. */
  files: ReadonlyMap<string, Uint8Array>;
};

export async function prepareCertificate(
  ports: BundlePorts,
  site: ProofSite,
  subject: Subject,
): Promise<Prepared> {
  // The page that verifies is in the archive only once.
  const content = await bundleContent(ports, { ...site, verifyPage: undefined }, subject);
  const files = await bundleFiles(ports.crypto, content);
  const chains = [content.chain, ...(content.lasting?.renewals ?? []).map(({ chain }) => chain)];
  const roots = chains.flatMap((chain) => chain.slice(-1));
  return { subject, isProven: content.xml !== undefined, roots, files };
}

/** Puts a certificate into the archive. `originals` is the store of original files, if they are to be included. */
export async function putCertificate(
  { subject, isProven, roots, files }: Prepared,
  originals: BlobStore | undefined,
  archive: Writing,
): Promise<IndexRecord> {
  const { certificate } = subject;
  let manifestSha256 = '';
  for (const [name, bytes] of files) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (name === 'manifest.json') manifestSha256 = sha256;
    const place = entryPath(certificate.id, name, sha256);
    if (place === undefined || archive.shared.has(place)) continue;
    if (place.startsWith('shared/')) archive.shared.add(place);
    await archive.put(place, bytes);
  }
  for (const root of roots) archive.roots.set(Buffer.from(root).toString('base64'), root);
  const original = await putOriginal(originals, archive, subject);
  return toRecord(certificate, { isProven, manifestSha256, original });
}

/** Puts the original file into the archive under its hash, so a file that was certified twice is there once. */
async function putOriginal(
  originals: BlobStore | undefined,
  archive: Writing,
  { accountId, certificate }: Subject,
): Promise<string | null> {
  const { sha256, wasSent, erasedAt } = certificate.file;
  if (originals === undefined || !wasSent || erasedAt !== undefined || sha256 === undefined) return null;
  // The file is named by the digest that its proofs use, so that it can be compared with the index.
  const { value } = digestOfFile(certificate.file);
  const name = originalPath(value);
  if (archive.originals.has(value)) return name;
  const source = await originals.open(accountId, sha256);
  const file = path.join(archive.work, 'original');
  if (source !== undefined) await spool(file, source);
  if (source === undefined || (await hashOf(file)) !== sha256) {
    archive.withoutOriginal.push(certificate.id);
    return null;
  }
  await archive.putFile(name, file);
  archive.originals.add(value);
  return name;
}

function toRecord(
  certificate: Certificate,
  {
    isProven,
    manifestSha256,
    original,
  }: { isProven: boolean; manifestSha256: string; original: string | null },
): IndexRecord {
  const { id, file, timestamp } = certificate;
  const status = statusOf(certificate);
  return {
    id,
    // The chain dropped its block while this ran, so the certificate is anchoring again.
    status: status === 'certified' && !isProven ? 'anchoring' : status,
    blockchain_proof: isProven ? 'final' : 'pending',
    file_sha256: digestOfFile(file).value,
    external_id: certificate.externalId ?? null,
    title: certificate.title,
    file_name: file.name,
    psc: timestamp.psc,
    gen_time: timestamp.genTime,
    created_at: certificate.createdAt,
    leaf_index: certificate.leafIndex ?? null,
    folder: certificateFolder(id),
    manifest_sha256: manifestSha256,
    original,
  };
}
