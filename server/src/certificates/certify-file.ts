/** Certifies one file: from received bytes to a certificate that survives a crash. */

import type { CryptoEngine } from '@sello/proof';
import { entryHash, leafEntry } from '@sello/proof';
import type { AuditNote } from '../audit/ports.ts';
import { isDatabaseAway } from '../database/outcome.ts';
import type { BlobStore, IncomingBlob } from '../files/ports.ts';
import { externalIdTaken } from '../http/metadata.ts';
import type { Actor } from '../kernel/actor.ts';
import { randomBase62 } from '../kernel/base62.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { LongDigestHex } from '../kernel/file-digest.ts';
import type { CertificateId, KeyId, NewId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { Stamp, Timestamps } from '../timestamps/ports.ts';
import { assertNotKnown, evidenceKnown } from './adopted-stamp.ts';
import type { Certificate } from './certificate.ts';
import { imprintOf, leafFileOf } from './long-digests/leaf-file.ts';
import type { CertificateStore, IdempotentRequest, NewToken, StoredAnswer } from './ports.ts';
import { fingerprintOf } from './request-fingerprint.ts';
import { orderSeal } from './sealing/order-seal.ts';
import type { PdfSealer } from './sealing/ports.ts';
import type { SealedCopy, SealOrder, SealWish } from './sealing/seal.ts';
import { joinWindow } from './shared-stamps/join-window.ts';
import type { StampPart, StampWindows } from './shared-stamps/ports.ts';
import type { StampWish } from './shared-stamps/stamp-wish.ts';
import { allowanceExhausted, assertMayGo, reservationLost } from './start-refusals.ts';
import { assertRoomFor, type StoredFiles, storageFull } from './stored-files.ts';

/**
 * Who uploads: a key, or a person in the dashboard. For a person, the upload is written to the audit log in the same
 * transaction.
 */
export type Uploader = Owner & {
  keyId: KeyId | undefined;
  person?: Actor;
  /** How much allowance was left when the request was admitted. */
  certificatesLeft: number;
  /** The files of the account when the request was admitted. */
  files: StoredFiles;
};

/** A file that has arrived completely, or only its fingerprint. Its fields are already checked. */
export type ReceivedFile = (SentFile | Unsent) & {
  name: string;
  mime: string;
  /** The longer digest, if the time stamp is over that; undefined if it is over the SHA-256. */
  longDigest?: LongDigestHex;
  title: string;
  description: string | undefined;
  documentType: string | undefined;
  externalId: string | undefined;
  metadata: Record<string, string>;
  /** The constancia of another provider, if one is adopted; then no stamp is bought. */
  adopted?: Stamp;
  /** Whether it gets a time stamp of its own, which is the default, or shares one with other calls. */
  stamp?: StampWish;
  /** How many files share its time stamp; undefined for a stamp of its own. */
  sharedBy?: number;
  /** Whether a copy with a time stamp inside is wanted too. */
  seal?: SealWish | undefined;
  /** The random part of the public address, if the file itself contains that; otherwise it is chosen here. */
  code?: string;
};

type SentFile = { blob: IncomingBlob; sizeBytes: number; sha256: Sha256Hex };
/** A file that was not sent. Its SHA-256 is unknown if only a longer digest was sent. */
type Unsent = { blob: undefined; sizeBytes: number | undefined; sha256: Sha256Hex | undefined };

/** The caller's idempotency key. `answerFor` gives the answer that a replay will send. */
export type Idempotency = {
  operation: string;
  key: string;
  answerFor(certificate: Certificate): StoredAnswer;
};

type Certified = { certificate: Certificate } | { replay: StoredAnswer };

export type CertifyPorts = {
  certificates: CertificateStore;
  blobs: Pick<BlobStore, 'sizeOf'>;
  timestamps: Timestamps;
  stampWindows: StampWindows;
  pdfSealer: PdfSealer;
  now: Clock;
  randomBytes: RandomBytes;
  newId: NewId;
  crypto: CryptoEngine;
  untilDone: UntilDone;
};

/**
 * If less allowance than this is left, one certificate is reserved before a time stamp is bought, so that no stamp is
 * paid for a request that then finds the allowance used up. If more is left, this could happen only if as many other
 * certificates were made at the same time, so the extra statement is saved. In both cases the allowance is never
 * exceeded.
 */
const PLENTY = 1_000;

/** `gone` is aborted when the caller hangs up, which ends the wait for a shared stamp. */
export async function certifyFile(
  ports: CertifyPorts,
  caller: Uploader,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
  gone?: AbortSignal,
): Promise<Certified> {
  const request = idempotency && {
    ...idempotency,
    fingerprint: fingerprintOf({ ...file, wasSent: file.blob !== undefined }),
  };
  // A sealed copy needs a second certificate, and both are set aside or neither. Calls that wait for a shared stamp
  // always set theirs aside, because any number of them may wait.
  const setsAside =
    caller.livemode &&
    (caller.certificatesLeft < PLENTY || file.seal !== undefined || file.stamp === 'shared');
  const { externalId } = file;
  const wanted = externalId === undefined ? undefined : { livemode: caller.livemode, externalId };
  const start = await ports.certificates.begin(caller.accountId, setsAside, request, ports.now(), wanted);
  if (start.outcome === 'replay') return { replay: start.answer };
  assertMayGo(start, idempotency?.key);
  let order: SealOrder | undefined;
  let part: StampPart | undefined;
  try {
    if (start.takenBy !== undefined) throw externalIdTaken(start.takenBy);
    await assertNotKnown(ports, caller, file);
    // Whether the file fits into the storage of the account is checked before a stamp is bought. Uploads that run at
    // the same time are checked again, together, when they are written.
    assertRoomFor(file.blob === undefined ? 0 : file.sizeBytes, caller.files);
    order = file.seal && file.blob && (await orderSeal(ports, caller, file.seal, file.blob));
    const id = ports.newId('cert');
    if (file.stamp === 'shared') part = await joinWindow(ports, caller, file, request, gone);
    const stamp = part?.stamp ?? (await stampAndKeep(ports, caller, file, id));
    const described = part === undefined ? file : { ...file, sharedBy: part.by };
    const certificate = describe(ports, caller, described, id, stamp, order);
    const blob = file.blob && { sha256: file.sha256 };
    await writeDown(ports, caller, certificate, stamp, { ...start, order, way: part?.way, blob }, request);
    part?.end();
    return { certificate };
  } catch (error) {
    part?.end(error);
    // A crash before this line leaves a reservation and a claim of a dead process; the next process that meets them
    // releases them. If the write succeeded although it reported an error, `abandon` changes nothing.
    const abandoned = ports.untilDone('abandon certificate', async () => {
      await ports.certificates.abandon(caller.accountId, start.reservation, request);
      if (order?.reservation !== undefined)
        await ports.certificates.abandon(caller.accountId, order.reservation, undefined);
    });
    // `abandon` is not awaited if the database is unreachable, because the caller would wait a second time. A write of
    // unknown outcome may also still hold the locks that `abandon` needs.
    if (!isDatabaseAway(error)) await abandoned;
    throw error;
  }
}

async function stampAndKeep(
  ports: CertifyPorts,
  caller: Uploader,
  file: ReceivedFile,
  id: CertificateId,
): Promise<Stamp> {
  const hasCome = ports.certificates.announce(caller);
  try {
    const stamp = await stampAndSync(ports, caller, file, id);
    // The file gets its final name before its row is written; the blob store describes what a crash in between leaves.
    await file.blob?.keep();
    return stamp;
  } finally {
    hasCome();
  }
}

/** Stamps the file and syncs it to disk at the same time. Waits for both, even if one of them fails. */
async function stampAndSync(
  ports: CertifyPorts,
  caller: Uploader,
  file: ReceivedFile,
  id: CertificateId,
): Promise<Stamp> {
  const provider = caller.livemode ? ports.timestamps.live : ports.timestamps.test;
  const order = file.adopted ?? provider.stamp(imprintOf(file), id);
  const [stamp, synced] = await Promise.allSettled([order, file.blob?.sync()]);
  if (synced.status === 'rejected') throw synced.reason;
  if (stamp.status === 'rejected') throw stamp.reason;
  return stamp.value;
}

/** What is written together with the certificate, and the reservation that it uses up. */
type WithIt = {
  reservation: number | undefined;
  order: SealOrder | undefined;
  way: Uint8Array | undefined;
  blob: { sha256: Sha256Hex } | undefined;
};

async function writeDown(
  ports: CertifyPorts,
  caller: Uploader,
  certificate: Certificate,
  stamp: Stamp,
  { reservation, order, way, blob }: WithIt,
  request: (Idempotency & IdempotentRequest) | undefined,
): Promise<void> {
  const outcome = await ports.certificates.commit(
    {
      accountId: caller.accountId,
      keyId: caller.keyId,
      certificate,
      token: await tokenOf(ports, certificate, stamp, way),
      ...(certificate.isAdopted && { adoptedToken: stamp.tokenSha256 }),
      ...(order && { sealOrder: order }),
      ...(blob && {
        sent: {
          before: caller.files,
          isThere: async () => (await ports.blobs.sizeOf(caller.accountId, blob.sha256)) !== undefined,
        },
      }),
      ...(caller.person && { note: noteOf(caller, caller.person, certificate) }),
    },
    reservation,
    request && { ...request, answer: request.answerFor(certificate) },
  );
  if (outcome === 'allowance_exhausted') throw allowanceExhausted();
  if (outcome === 'storage_full') throw storageFull(caller.files.maxBytes);
  if (outcome === 'lost') throw reservationLost();
  if (outcome === 'written') return;
  throw 'takenBy' in outcome ? externalIdTaken(outcome.takenBy) : evidenceKnown(outcome.adoptedBy);
}

/** Makes the evidence: the stored token, its leaf in the log, and the salted commitment that the log publishes. */
export async function tokenOf(
  ports: { randomBytes: RandomBytes; crypto: CryptoEngine },
  { file }: Certificate,
  { tsr, chain, tokenSha256 }: Stamp,
  way?: Uint8Array,
): Promise<NewToken> {
  const salt = ports.randomBytes(32);
  const entry = await leafEntry(ports.crypto, { salt, ...leafFileOf(file), tokenSha256 });
  return { tsr, chain, salt, entry, leafHash: await entryHash(ports.crypto, entry), way };
}

function noteOf({ accountId, livemode }: Owner, by: Actor, { id, createdAt }: Certificate): AuditNote {
  const details = { mode: livemode ? 'live' : 'test' };
  return { accountId, at: new Date(createdAt), action: 'certificate.create', by, target: id, details };
}

export function describe(
  ports: { now: Clock; randomBytes: RandomBytes },
  caller: Pick<Uploader, 'livemode' | 'keyId'> & { files?: Uploader['files'] },
  file: ReceivedFile,
  id: CertificateId,
  stamp: Stamp,
  order?: SealOrder,
): Certificate {
  const createdAt = isoTime(ports.now());
  return {
    id,
    livemode: caller.livemode,
    title: file.title,
    description: file.description,
    documentType: file.documentType,
    externalId: file.externalId,
    metadata: file.metadata,
    tags: [],
    keyId: caller.keyId,
    file: {
      name: file.name,
      mime: file.mime,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      longDigest: file.longDigest,
      wasSent: file.blob !== undefined,
      erasedAt: undefined,
    },
    keepFilesDays: caller.files?.keepFilesDays,
    timestamp: stamp.facts,
    isAdopted: file.adopted !== undefined,
    sharedBy: file.sharedBy,
    seal: file.seal && order && copyToCome(file.seal, order),
    sealedFrom: undefined,
    code: file.code ?? newCode(ports),
    createdAt,
    changedAt: undefined,
    leafIndex: undefined,
    anchor: undefined,
  };
}

function copyToCome(wish: SealWish, { status, fault }: SealOrder): SealedCopy {
  return { wish, status, fault, copy: undefined };
}

/** A new code for a public address. Its 22 base62 characters are 131 bits, so the address cannot be guessed. */
export function newCode({ randomBytes }: { randomBytes: RandomBytes }): string {
  return randomBase62(randomBytes, 22);
}
