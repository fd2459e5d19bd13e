/**
 * Erases the originals of test certificates that have grown too old. The certificates, their stamps and their proofs
 * stay as they are.
 *
 * Crash points. First the certificates say that their files are erased, and the same statement queues the files: a crash
 * after it leaves files that no record claims, and the queue, which the next round works off. Then each file is removed
 * unless another certificate of the account needs it, under a lock that keeps new certificates of the account from being
 * written, and leaves the queue in that transaction: a crash in between leaves it queued, and a file that is gone
 * already is no obstacle.
 *
 * An upload of the same bytes may have named its file just before the removal, and write its certificate after it.
 * `erasures` in the account's counters tells: it is odd while files are removed, also when a crash cuts that short, and
 * another number afterwards. A certificate whose request saw another number is written only once its file was found to
 * be there, under the same lock (`pg-commit-carefully.ts`).
 */

import type { BlobInventory, BlobStore } from '../files/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { expiredBefore, type FileLife } from './certificate.ts';
import type { ErasureStore } from './ports.ts';

export type ErasePorts = {
  erasures: ErasureStore;
  /** The objects as stored, encrypted or not. */
  inventory: Pick<BlobInventory, 'remove'> & Pick<BlobStore, 'sizeOf'>;
  now: Clock;
};

/** A younger file may belong to an upload of a server that is older than the rule above. */
const YOUNG_MS = 3_600_000;

/** Resolves with the numbers of certificates marked and of files removed. */
export async function eraseExpiredFiles(
  ports: ErasePorts,
  life: FileLife,
): Promise<{ marked: number; removed: number }> {
  const marked = await markExpired(ports, life);
  let removed = 0;
  for (const accountId of await ports.erasures.queuedAccounts()) {
    removed += await removeQueued(ports, accountId);
  }
  return { marked, removed };
}

async function markExpired({ erasures, now }: ErasePorts, life: FileLife): Promise<number> {
  const before = expiredBefore(life, now());
  let marked = 0;
  for (const accountId of await erasures.dueAccounts(before)) {
    for (let isMore = true; isMore; ) {
      const lot = await erasures.markLot(accountId, before, now());
      marked += lot.marked;
      isMore = lot.isMore;
    }
  }
  return marked;
}

async function removeQueued(ports: ErasePorts, accountId: AccountId): Promise<number> {
  let removed = 0;
  for (let after: Sha256Hex | undefined, isMore = true; isMore; ) {
    const lot = await ports.erasures.removeLot(accountId, after, (sha256) =>
      removeFile(ports, accountId, sha256),
    );
    removed += lot.removed;
    after = lot.last;
    isMore = after !== undefined;
  }
  return removed;
}

/** False if the file is too young to be removed now. */
async function removeFile(
  { inventory, now }: ErasePorts,
  accountId: AccountId,
  sha256: Sha256Hex,
): Promise<boolean> {
  const before = new Date(now().getTime() - YOUNG_MS);
  for (const name of [sha256, `${sha256}.sealed`] as const) {
    const isRemoved = await inventory.remove({ accountId, name }, before);
    if (!isRemoved && (await inventory.sizeOf(accountId, name)) !== undefined) return false;
  }
  return true;
}
