/** Storage of original files. Each comment is a contract that `tests/contracts` checks on every store. */

import type { Readable } from 'node:stream';
import type { Batches } from '../kernel/batches.ts';
import type { IsoTime } from '../kernel/clock.ts';
import type { LongDigestHex } from '../kernel/file-digest.ts';
import type { AccountId, CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';

/**
 * A store of files, which are named by their content within an account. There are three: a local folder, an S3
 * bucket, and an encrypting layer over either of them.
 */
export type BlobStore = {
  /** Begins one upload of the account. The file is not visible until it is kept. */
  receive(accountId: AccountId): IncomingBlob;
  /** The bytes from `start` to `end` (both included), or undefined if there is no such file. */
  open(
    accountId: AccountId,
    name: BlobName,
    range?: { start: number; end: number },
  ): Promise<Readable | undefined>;
  /** The file's length, without reading it, or undefined if there is no such file. */
  sizeOf(accountId: AccountId, name: BlobName): Promise<number | undefined>;
  /**
   * The store's own address, which serves the file as an attachment to anyone who has it, until it expires. It exists
   * only if the operator wants files to be fetched directly from the store.
   */
  directUrl?: (
    accountId: AccountId,
    name: BlobName,
    contentDisposition: string,
    now: Date,
    seconds: number,
  ) => Promise<string>;
  /** Deletes what crashed uploads left behind before this time. */
  sweep(before: Date): Promise<number>;
};

/** The SHA-256 of the file; with a suffix if the object holds the file encrypted. */
export type BlobName = Sha256Hex | `${Sha256Hex}.sealed`;

export type IncomingBlob = {
  /**
   * Adds a chunk, whose memory may be freed afterwards. If this returns a promise, the next write must wait until it
   * resolves.
   */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Ends writing, and returns the digest of everything that was written. */
  finish(): { sha256: Sha256Hex; sizeBytes: number };
  /**
   * Stores the bytes as far as that is possible without a name, and then resolves. Rejects if the disk fails. The file
   * is still not visible. Calling it again succeeds too.
   */
  sync(): Promise<void>;
  /** All the bytes that were written. Call it once they are synced, and before they are kept. */
  readBack(): Promise<Uint8Array>;
  /**
   * Gives synced bytes their name, which is the digest unless another is given. Resolves once they would survive a
   * crash. Calling it again succeeds too.
   */
  keep(name?: BlobName): Promise<void>;
  /** Deletes the bytes unless they were kept. Safe to call at any time, more than once. */
  discard(): Promise<void>;
};

export type StoredBlob = { accountId: AccountId; name: BlobName; modifiedAt: Date };

/** Every object in a store, known to the database or not. */
export type BlobInventory = {
  /** Lists every kept file. Files that are added meanwhile may be missed. */
  list(): Batches<StoredBlob>;
  /** The number of uploads begun before this time that are neither kept nor discarded. */
  countUnfinished(before: Date): Promise<number>;
  /**
   * Deletes a file that was last written before this time. The deletion survives a crash. False if there is no such
   * file.
   */
  remove(blob: Pick<StoredBlob, 'accountId' | 'name'>, before: Date): Promise<boolean>;
  /**
   * Gives a file a second name without copying it. Both names keep their content, because a file is replaced and
   * never changed in place. False if this is not possible, for example on another disk.
   */
  link?: (accountId: AccountId, name: BlobName, target: string) => Promise<boolean>;
};

/** A file as its certificate describes it. */
export type OriginalFile = {
  /** The certificate's id. */
  id: CertificateId;
  file: {
    name: string;
    mime: string;
    /** The size of the file. If only the fingerprint was sent, it is what the caller stated, if anything. */
    sizeBytes: number | undefined;
    /** Undefined if only a longer digest was sent. */
    sha256: Sha256Hex | undefined;
    /** The longer digest that was stamped. Undefined if the SHA-256 was stamped. */
    longDigest: LongDigestHex | undefined;
    /** False if only its fingerprint was sent: the service never saw the file, and no store has it. */
    wasSent: boolean;
    /**
     * When the file was erased. Undefined while the store keeps it, and for a file that was never sent. It is set
     * before the bytes are erased, so that no record claims a file that is gone.
     */
    erasedAt: IsoTime | undefined;
  };
};

/** The file that a certificate covers. Rejects with `not_found` if the owner has no such certificate. */
export type FindOriginal = (owner: Owner, certificateId: CertificateId) => Promise<OriginalFile>;
