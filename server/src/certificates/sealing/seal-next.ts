/**
 * Makes the sealed copy of a PDF, as one step of a worker: buys the stamp that goes inside, puts it into the PDF with
 * its validation data, and certifies the copy.
 *
 * Crash points. The copy's order contains all ids that are used, so a provider that accepts order ids charges once for
 * a repeated order. The stamp inside is kept before it is used: after a crash it is not bought again, and the next
 * process makes the same copy. A crash after the copy is stored and before its certificate is written leaves a file
 * that no row names; the blob store describes such files. Certificate, allowance, state of the original and event are
 * written in one transaction.
 */

import type { CryptoEngine, ValidationData } from '@sello/proof';
import type { AuditNote } from '../../audit/ports.ts';
import type { BlobStore } from '../../files/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Access } from '../../keys/ports.ts';
import type { UsageStore } from '../../keys/usage/usage.ts';
import type { Stamp, TimestampProvider, Timestamps } from '../../timestamps/ports.ts';
import type { KeptRevocationStore } from '../../timestamps/revocation/kept-ports.ts';
import { chainDigest } from '../../timestamps/signing-chain-digest.ts';
import type { Certificate } from '../certificate.ts';
import { describe, tokenOf } from '../certify-file.ts';
import type { CertificateStore, NewCertificate } from '../ports.ts';
import type { PdfSealer, SealOutcome, SealStore, TakenSeal } from './ports.ts';
import type { Requester, SealFault } from './seal.ts';

export type SealNextPorts = {
  seals: SealStore;
  pdfSealer: PdfSealer;
  certificates: Pick<CertificateStore, 'one' | 'files'>;
  access: Pick<Access, 'read'>;
  blobs: BlobStore;
  timestamps: Timestamps;
  keptRevocation: Pick<KeptRevocationStore, 'about'>;
  usage: Pick<UsageStore, 'count'>;
  crypto: CryptoEngine;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;
/**
 * How many times a copy is tried after failures other than outages: a fault of ours, or a digest that the provider
 * refuses.
 */
const MOST_ATTEMPTS = 8;

/** Makes one copy. False if there was nothing to do. */
export async function sealNext(ports: SealNextPorts): Promise<boolean> {
  const seal = await ports.seals.take(ports.now());
  if (seal === undefined) return false;
  try {
    const outcome = await sealOne(ports, seal);
    if (outcome === 'storage_full' || outcome === 'file_erased') await giveUp(ports, seal, outcome);
    else if (outcome === 'lost') await putOff(ports, seal);
  } catch (error) {
    const isOutage = error instanceof AppError && error.code !== 'psc_error';
    ports.logger.warn('seal.failed', { certificate: seal.certificateId, attempt: seal.attempts + 1, error });
    if (!isOutage && seal.attempts + 1 >= MOST_ATTEMPTS) await giveUp(ports, seal, 'sealing_failed');
    else await putOff(ports, seal, isOutage ? (error.retryAfterSeconds ?? 0) * 1_000 : 0);
  }
  return true;
}

function giveUp({ seals, now }: SealNextPorts, seal: TakenSeal, fault: SealFault): Promise<void> {
  return seals.giveUp(seal, fault, now());
}

/** The pauses grow, and are never shorter than the provider or its breaker asks for. */
function putOff({ seals, now }: SealNextPorts, seal: TakenSeal, askedMs = 0): Promise<void> {
  const grown = Math.min(SHORTEST_PAUSE_MS * 2 ** Math.min(seal.attempts, 20), LONGEST_PAUSE_MS);
  const pauseMs = Math.max(grown, Math.min(askedMs, LONGEST_PAUSE_MS));
  return seals.putOff(seal, new Date(now().getTime() + pauseMs), now());
}

async function sealOne(ports: SealNextPorts, seal: TakenSeal): Promise<SealOutcome> {
  const { accountId, livemode } = seal.owner;
  const original = await ports.access.read(accountId, livemode, ports.certificates.one(seal.certificateId));
  const originalSha256 = original?.file.sha256;
  const pdf = original && (await readOriginal(ports, seal, original));
  if (original === undefined || originalSha256 === undefined || pdf === undefined) return 'file_erased';
  const provider = livemode ? ports.timestamps.live : ports.timestamps.test;
  const inside = seal.stamp ?? (await stampInside(ports, provider, seal, pdf));
  if (inside === undefined) return 'lost';
  const data = await validationData(ports, inside);
  const revisions = await ports.pdfSealer.revisions(accountId, pdf, seal.fileId, inside.tsr, data);
  const files = await ports.access.read(accountId, livemode, ports.certificates.files);
  const blob = ports.blobs.receive(accountId);
  try {
    // The store gets copies, because it may free the memory that it is given.
    for (const part of [pdf, revisions]) await blob.write(Uint8Array.from(part));
    const { sha256, sizeBytes } = blob.finish();
    const stamp = await provider.stamp(sha256, seal.copyId);
    const file = { ...textsOf(original), blob, sha256, sizeBytes };
    const caller = { livemode, keyId: original.keyId, files };
    const sealedFrom = { id: original.id, sha256: originalSha256, code: original.code };
    const certificate = { ...describe(ports, caller, file, seal.copyId, stamp), sealedFrom };
    await blob.sync();
    await blob.keep();
    return await writeDown(ports, seal, {
      accountId,
      keyId: original.keyId,
      certificate,
      token: await tokenOf(ports, certificate, stamp),
      ...(seal.orderedBy && { note: noteOf(seal, seal.orderedBy, certificate) }),
      sent: {
        before: files,
        isThere: async () => (await ports.blobs.sizeOf(accountId, sha256)) !== undefined,
      },
    });
  } finally {
    await blob.discard();
  }
}

async function writeDown(ports: SealNextPorts, seal: TakenSeal, made: NewCertificate): Promise<SealOutcome> {
  const outcome = await ports.seals.finish(seal, made, ports.now());
  if (outcome !== 'sealed') return outcome;
  ports.usage.count({ ...seal.owner, keyId: made.keyId }, { certificates: 1 });
  ports.logger.info('seal.made', { certificate: seal.certificateId, copy: seal.copyId });
  return outcome;
}

function noteOf({ owner: { accountId, livemode } }: TakenSeal, by: Requester, made: Certificate): AuditNote {
  return {
    accountId,
    at: new Date(made.createdAt),
    action: 'certificate.create',
    by: { ...by, ip: undefined, userAgent: undefined },
    target: made.id,
    details: { mode: livemode ? 'live' : 'test' },
  };
}

/** Undefined if the original is not kept any more. */
async function readOriginal(
  { blobs }: SealNextPorts,
  { owner: { accountId } }: TakenSeal,
  { file }: Certificate,
): Promise<Uint8Array | undefined> {
  if (file.erasedAt !== undefined || file.sha256 === undefined) return undefined;
  const stream = await blobs.open(accountId, file.sha256);
  return stream && Buffer.concat(await stream.toArray());
}

async function stampInside(
  ports: SealNextPorts,
  provider: TimestampProvider,
  seal: TakenSeal,
  pdf: Uint8Array,
): Promise<Pick<Stamp, 'tsr' | 'chain'> | undefined> {
  const digest = await ports.pdfSealer.digest(seal.owner.accountId, pdf, seal.fileId);
  const stamp = await provider.stamp(digest, seal.orderId);
  return (await ports.seals.keepStamp(seal, stamp, ports.now())) ? stamp : undefined;
}

/** The chain of the stamp, and the revocation answers of its issuers that are kept so far. */
async function validationData(
  { keptRevocation, now }: SealNextPorts,
  { chain }: Pick<Stamp, 'chain'>,
): Promise<ValidationData> {
  const answers = await keptRevocation.about(chainDigest(chain), now());
  const of = (kind: 'crl' | 'ocsp') => answers.filter((one) => one.kind === kind).map(({ der }) => der);
  return { certificates: chain, crls: of('crl'), ocsps: of('ocsp') };
}

/** The copy has the name of its original, with a word that distinguishes the two. */
function textsOf({ title, description, documentType, file: { name } }: Certificate) {
  const stem = name.replace(/\.pdf$/i, '');
  return {
    name: `${stem.slice(0, 240)} (sellado).pdf`,
    mime: 'application/pdf',
    title,
    description,
    documentType,
    externalId: undefined,
    metadata: {},
  };
}
