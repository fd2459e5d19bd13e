/** Where original files live. Each comment is a contract that `tests/contracts` checks on every store. */

import type { Readable } from 'node:stream';
import type { Batches } from '../kernel/batches.ts';
import type { AccountId, CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';

/**
 * Where original files live: content-addressed within an account. Implementations: a local folder, an S3 bucket,
 * and an encrypting layer over either.
 */
export type BlobStore = {
  /** Opens a place for one incoming file of the account. Nobody sees it until it is kept. */
  receive(accountId: AccountId): IncomingBlob;
  /** The bytes from `start` to `end` (both included), or undefined when there is no such file. */
  open(
    accountId: AccountId,
    name: BlobName,
    range?: { start: number; end: number },
  ): Promise<Readable | undefined>;
  /** The file's length, without reading it, or undefined when there is no such file. */
  sizeOf(accountId: AccountId, name: BlobName): Promise<number | undefined>;
  /**
   * An address of the store's own that gives the file as an attachment to whoever holds it, until the time is up.
   * Only where the operator wants files to be fetched past this server.
   */
  directUrl?: (
    accountId: AccountId,
    name: BlobName,
    contentDisposition: string,
    now: Date,
    seconds: number,
  ) => Promise<string>;
  /** Deletes what crashed uploads left behind before `before`. */
  sweep(before: Date): Promise<number>;
};

/** The SHA-256 of the file; with the ending, an object that holds the file encrypted. */
export type BlobName = Sha256Hex | `${Sha256Hex}.sealed`;

export type IncomingBlob = {
  /**
   * Takes the chunk for good: its memory may be gone afterwards. When it returns a promise, the next may come
   * only after it resolves.
   */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The digest of everything written. No more writes after it. */
  finish(): { sha256: Sha256Hex; sizeBytes: number };
  /** Resolves once all that needs no name is done, and failures of the disk are told. Still nobody sees the file. */
  sync(): Promise<void>;
  /**
   * Gives synced bytes their name, the digest unless another is given; resolves once they would survive a crash.
   * A second time succeeds too.
   */
  keep(name?: BlobName): Promise<void>;
  /** Throws the bytes away unless they were kept. Safe to call at any time, more than once. */
  discard(): Promise<void>;
};

export type StoredBlob = { accountId: AccountId; name: BlobName; modifiedAt: Date };

/** What lies in a store of files, whoever put it there. */
export type BlobInventory = {
  /** Every file that has its name. What is added meanwhile may be missed. */
  list(): Batches<StoredBlob>;
  /** How many uploads were begun before this time and are neither kept nor thrown away. */
  countUnfinished(before: Date): Promise<number>;
  /** Deletes a file that was last written before this time; false where there is no such file any more. */
  remove(blob: StoredBlob, before: Date): Promise<boolean>;
  /**
   * Gives a file another name besides, which costs no copy: files are replaced and never changed. False where that
   * cannot be done, as on another disk.
   */
  link?: (accountId: AccountId, name: BlobName, target: string) => Promise<boolean>;
};

/** A file as its certificate describes it. */
export type OriginalFile = {
  /** Of the certificate. */
  id: CertificateId;
  file: { name: string; mime: string; sizeBytes: number; sha256: Sha256Hex };
};

/** The file that a certificate is over. Rejects with `not_found` where the owner has no such certificate. */
export type FindOriginal = (owner: Owner, certificateId: CertificateId) => Promise<OriginalFile>;
