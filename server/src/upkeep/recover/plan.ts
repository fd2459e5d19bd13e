/** Finds out what `sello recover` would restore, and what it cannot. It only reads. */

import type { Frontier } from '@sello/proof';
import { findUnnamed } from '../../certificates/check/pg-read-files.ts';
import type { BlobInventory, BlobStore, StoredBlob } from '../../files/ports.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { comparePast, type LostPast } from '../../transparency/rollback/compare-past.ts';
import { type KeptCheckpoint, readKept } from '../../transparency/rollback/kept-checkpoint.ts';
import type { SegmentRange } from '../journal/journal-segment.ts';
import { followJournal } from './follow-journal.ts';
import { fileOf, type JournalCertificate, readCertificate } from './journal-certificate.ts';
import type { RecoverReads } from './pg-recover-reads.ts';
import type { JournalGap, JournalPorts } from './read-journal.ts';

export type RecoverPorts = JournalPorts & {
  kept: KeptObjects;
  merkleLog: Pick<MerkleLogStore, 'origin' | 'latestCheckpoint' | 'checkpointAt'>;
  reads: RecoverReads;
  inventory: BlobInventory;
  /** The sizes of files as they are stored, encrypted or not. */
  stored: Pick<BlobStore, 'sizeOf'>;
};

export type RecoveryPlan = {
  range: SegmentRange;
  kept: KeptCheckpoint;
  start: Frontier;
  /** How many certificates to restore for each account. */
  byAccount: Map<string, number>;
  /** The accounts among these that the database does not have. */
  unknownAccounts: string[];
  /** How many certificates exist again, but are not back at their old place in the log. */
  waiting: number;
  /** The number of leaves without a certificate. Their places are restored, and nothing else is known about them. */
  bareLeaves: number;
  /** The files of restored certificates that are no longer in the store, as `account/sha256`. */
  withoutFile: ReadonlySet<string>;
  /**
   * The certificates that were made on this database since the rollback. They have numbers and tickets that the lost
   * certificates had before.
   */
  latecomers: string[];
  /** The places that cannot be restored. If there are any, nothing is restored. */
  gap: JournalGap | undefined;
};

export type Recovery =
  | { kind: 'nothing' }
  /** No journal was ever kept beside the files, so nobody knows whether anything is lost. */
  | { kind: 'unknown' }
  | { kind: 'refused'; lost: Exclude<LostPast, { kind: 'behind' }> }
  | { kind: 'plan'; plan: RecoveryPlan };

export async function planRecovery(ports: RecoverPorts): Promise<Recovery> {
  const kept = await readKept(ports.kept);
  if (kept === undefined) return { kind: 'unknown' };
  const lost = await comparePast(ports.merkleLog, kept);
  if (lost === undefined) return { kind: 'nothing' };
  if (lost.kind !== 'behind' || kept === 'unreadable')
    return { kind: 'refused', lost: lost.kind === 'behind' ? { kind: 'unreadable' } : lost };
  const start = await ports.reads.frontier();
  const plan: RecoveryPlan = {
    range: { from: start.size, to: kept.size },
    kept,
    start,
    byAccount: new Map(),
    unknownAccounts: [],
    waiting: 0,
    bareLeaves: 0,
    withoutFile: new Set(),
    latecomers: [],
    gap: undefined,
  };
  return { kind: 'plan', plan: await fillIn(ports, plan) };
}

async function fillIn(ports: RecoverPorts, plan: RecoveryPlan): Promise<RecoveryPlan> {
  const withoutFile = new Set<string>();
  const named = new Set<string>();
  const steps = followJournal(ports, plan.start, plan.kept);
  for (;;) {
    const { value, done } = await steps.next();
    if (done) {
      plan.gap = value;
      break;
    }
    const certificates = value.piece.leaves.flatMap(({ certificate }) =>
      certificate === undefined ? [] : [readCertificate(certificate)],
    );
    plan.bareLeaves += value.piece.leaves.length - certificates.length;
    const known = await ports.reads.knownCertificates(certificates);
    for (const one of certificates) {
      named.add(one.id);
      if (known.has(one.id)) plan.waiting += 1;
      else plan.byAccount.set(one.accountId, (plan.byAccount.get(one.accountId) ?? 0) + 1);
      if (one.keepsFile && !known.has(one.id) && !(await isStored(ports, one))) withoutFile.add(fileOf(one));
    }
  }
  const latecomers = (await ports.reads.waitingCertificates()).filter((id) => !named.has(id));
  const unknownAccounts = await ports.reads.unknownAccounts([...plan.byAccount.keys()]);
  return { ...plan, withoutFile, latecomers, unknownAccounts };
}

async function isStored(
  { stored }: RecoverPorts,
  { accountId, sha256 }: JournalCertificate,
): Promise<boolean> {
  if (sha256 === undefined) return false;
  for (const name of [sha256, `${sha256}.sealed`] as const) {
    if ((await stored.sizeOf(accountId, name)) !== undefined) return true;
  }
  return false;
}

/** Finds files that neither the database nor the journal names. Only their account, hash and time are known. */
export async function* unnamedFiles(
  ports: RecoverPorts,
  plan: RecoveryPlan | undefined,
): AsyncGenerator<StoredBlob> {
  const inJournal = new Set<string>();
  if (plan !== undefined) {
    for await (const { piece } of followJournal(ports, plan.start, plan.kept))
      for (const { certificate } of piece.leaves)
        if (certificate !== undefined) inJournal.add(fileOf(readCertificate(certificate)));
  }
  for await (const batch of ports.inventory.list()) {
    for (const blob of await findUnnamed(ports.reads, batch)) {
      const sha256 = blob.name.replace(/\.sealed$/, '') as Sha256Hex;
      if (!inJournal.has(fileOf({ accountId: blob.accountId, sha256 }))) yield blob;
    }
  }
}
