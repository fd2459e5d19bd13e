/**
 * Writes an archive of everything that proves the certificates of an account after this service is gone. It is
 * written certificate by certificate, so the memory it needs does not grow with their number. For crash points see
 * `sink.ts`.
 */

import { ARCHIVE_FORMAT, ARCHIVE_PATHS, acr2SeProfile, encodePem } from '@sello/proof';
import type { BlobStore } from '../../files/ports.ts';
import type { Verifier } from '../../http/pages/verifiers.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ofAlgorithm, readLogKeys } from '../../transparency/log-keys.ts';
import { emptyCheckpoint } from '../../transparency/sequence-log.ts';
import { withCosignatures } from '../../transparency/witnesses/witnessed-checkpoint.ts';
import type { BundlePorts } from '../evidence-bundle/bundle-content.ts';
import type { ProofSite } from '../fetch-proof.ts';
import { type ArchiveAbout, encodeAbout } from './about.ts';
import {
  type CertificateReads,
  prepareCertificate,
  putCertificate,
  subjectsOf,
  type WhichCertificates,
} from './put-certificate.ts';
import { archiveReadme } from './readme.ts';
import type { ArchiveSink } from './sink.ts';
import { openIndex, openWriting, type Writing } from './writing.ts';

export type ArchivePorts = BundlePorts & CertificateReads & { now: Clock };

type ArchiveAsked = WhichCertificates & {
  /** The store of original files, if they are to be included. */
  originals: BlobStore | undefined;
  verifiers: readonly Verifier[];
  witnessKeys: readonly string[];
};

export type ArchiveResult = {
  about: ArchiveAbout;
  /** Ids of certificates whose original was expected but missing. */
  withoutOriginal: readonly string[];
};

export async function writeArchive(
  ports: ArchivePorts,
  site: ProofSite,
  asked: ArchiveAsked,
  sink: ArchiveSink,
): Promise<ArchiveResult> {
  const archive = openWriting(sink);
  // This is read before the first certificate. Certificates that get their place later belong to the next archive.
  const before = await ports.merkleLog.latestCheckpoint();
  await archive.put(ARCHIVE_PATHS.format, `${ARCHIVE_FORMAT}\n`);
  const index = await openIndex(sink, before?.size ?? 0);
  for await (const lot of subjectsOf(ports, asked)) {
    const prepared = await Promise.all(lot.map((subject) => prepareCertificate(ports, site, subject)));
    for (const one of prepared) await index.add(await putCertificate(one, asked.originals, archive));
  }
  const log = await putLog(ports, site, asked, archive);
  const hasRoots = await putRoots(archive);
  for (const { name, bytes } of asked.verifiers) await archive.put(`verifiers/${name}`, bytes);
  const { counts } = index;
  const indexSha256 = await index.putInto(archive);
  const about: ArchiveAbout = {
    archive: ARCHIVE_FORMAT,
    service: site.serviceName,
    address: site.baseUrl,
    account: asked.owner.accountId,
    mode: asked.owner.livemode ? 'live' : 'test',
    made_at: ports.now().toISOString(),
    since: asked.since ?? null,
    next_since: counts.nextSince,
    certificates: counts.certificates,
    pending: counts.pending,
    originals: archive.originals.size,
    has_roots: hasRoots,
    log,
    index_sha256: indexSha256,
    verifiers: Object.fromEntries(asked.verifiers.map(({ name, sha256 }) => [name, sha256])),
  };
  await archive.put(ARCHIVE_PATHS.about, encodeAbout(about));
  await archive.put(ARCHIVE_PATHS.readme, archiveReadme(about));
  await archive.putSums();
  return { about, withoutOriginal: archive.withoutOriginal };
}

/** Puts the log into the archive. It is read last, so that it holds every proof of the archive. */
async function putLog(
  ports: ArchivePorts,
  { identity }: ProofSite,
  { witnessKeys }: ArchiveAsked,
  archive: Writing,
): Promise<ArchiveAbout['log']> {
  // Retired keys are included, because an older checkpoint may have only their signature. ML-DSA-44 keys are left out:
  // programs that do not know them would refuse the archive, and keys in the archive confirm nothing anyway.
  const known = ofAlgorithm(await readLogKeys(ports, identity.keyRing), 'ed25519');
  const keys = known.map(({ vkey }) => vkey);
  await archive.put(ARCHIVE_PATHS.logKeys, `${keys.join('\n')}\n`);
  const newest = await ports.merkleLog.latestCheckpoint();
  const note =
    newest === undefined
      ? await emptyCheckpoint(ports, identity)
      : (await withCosignatures(ports, newest)).note;
  await archive.put(ARCHIVE_PATHS.checkpoint, note);
  const witnessed = await ports.cosignatures.newestWitnessed();
  if (witnessed !== undefined && witnessed.size !== newest?.size)
    await archive.put(ARCHIVE_PATHS.witnessed, (await withCosignatures(ports, witnessed)).note);
  if (witnessKeys.length > 0) await archive.put(ARCHIVE_PATHS.witnessKeys, `${witnessKeys.join('\n')}\n`);
  return { name: identity.origin, keys, size: newest?.size ?? 0 };
}

/** Puts those roots into the archive that verifiers do not have built in. Returns whether there are any. */
async function putRoots(archive: Writing): Promise<boolean> {
  const known = new Set(acr2SeProfile().roots.map((der) => Buffer.from(der).toString('base64')));
  const others = [...archive.roots].filter(([base64]) => !known.has(base64));
  if (others.length === 0) return false;
  await archive.put(ARCHIVE_PATHS.roots, others.map(([, der]) => encodePem('CERTIFICATE', der)).join(''));
  return true;
}
