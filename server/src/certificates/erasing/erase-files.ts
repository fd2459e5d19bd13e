/**
 * Erases original files: those past their age limit, and single ones at their owner's request. The certificates,
 * their stamps and their proofs stay as they are.
 *
 * Crash points. First the certificates say that their files are erased, and the same statement queues the files.
 * After a crash the files are still in the queue, and the next round goes on with them. Then each file is removed,
 * unless another certificate of the account needs it. This happens under a lock that keeps new certificates of the
 * account from being written, and the file leaves the queue in that transaction. After a crash in between it is still
 * queued, and removing a file that is already gone does no harm.
 *
 * An upload of the same bytes may store its file just before the removal and write its certificate after it. `erasures`
 * in the account's counters detects this: it is odd during a removal (also after a crash in the middle), and has a new
 * value afterwards. If a request saw another number, its certificate is written only once its file was found to be
 * there, under the same lock (`pg-commit-carefully.ts`).
 */

import type { BlobInventory, BlobStore } from '../../files/ports.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { FileLife } from '../certificate.ts';
import type { ErasureStore, QueuedFiles } from '../ports.ts';

export type ErasePorts = {
  erasures: ErasureStore;
  /** The objects as stored, encrypted or not. */
  inventory: Pick<BlobInventory, 'remove'> & Pick<BlobStore, 'sizeOf'>;
  now: Clock;
};

export type EraseOnePorts = ErasePorts & { logger: Logger };

/**
 * Erases files past their age limit. Resolves with how many certificates were marked and how many files were removed.
 */
export async function eraseExpiredFiles(
  ports: ErasePorts,
  life: FileLife,
): Promise<{ marked: number; removed: number }> {
  const marked = await markExpired(ports, life);
  let removed = 0;
  for (const accountId of await ports.erasures.queuedAccounts()) {
    removed += await removeQueued(ports, accountId, {}, beforeYoung(ports));
  }
  return { marked, removed };
}

/**
 * Erases the file of one certificate, and with it its sealed copy or its original. Other certificates of the account over the same bytes keep their file. Nothing
 * happens if the file is not kept any more. Once it is marked as erased nobody gets the file; if the store fails to
 * remove it now, a later round does.
 */
export async function eraseFileOf(
  ports: EraseOnePorts,
  { accountId, livemode }: Owner,
  id: CertificateId,
  by: Actor,
): Promise<void> {
  const at = ports.now();
  const details = { mode: livemode ? 'live' : 'test' };
  const note = { accountId, at, action: 'certificate.erase_file', by, target: id, details } as const;
  for (const sha256 of await ports.erasures.markOne({ accountId, livemode }, id, note)) {
    try {
      await removeQueued(ports, accountId, { only: sha256 }, AT_ANY_AGE);
    } catch (error) {
      ports.logger.warn('files.left_over', { accountId, sha256, error });
    }
  }
}

/** How old a file must be. A younger one may belong to an upload on an older server that does not know `erasures`. */
const YOUNG_MS = 3_600_000;

function beforeYoung({ now }: ErasePorts): Date {
  return new Date(now().getTime() - YOUNG_MS);
}

/** The latest time that a date can hold. */
const AT_ANY_AGE = new Date(8.64e15);

async function markExpired({ erasures, now }: ErasePorts, life: FileLife): Promise<number> {
  let marked = 0;
  for (const due of await erasures.due(life, now())) {
    for (let isMore = true; isMore; ) {
      const lot = await erasures.markLot(due, now());
      marked += lot.marked;
      isMore = lot.isMore;
    }
  }
  return marked;
}

async function removeQueued(
  ports: ErasePorts,
  accountId: AccountId,
  which: QueuedFiles,
  before: Date,
): Promise<number> {
  let removed = 0;
  let { after } = which;
  do {
    const lot = await ports.erasures.removeLot(accountId, { ...which, after }, (sha256) =>
      removeFile(ports, accountId, sha256, before),
    );
    removed += lot.removed;
    after = lot.last;
  } while (after !== undefined);
  return removed;
}

/** Removes a file. False if it is too young to be removed now. */
async function removeFile(
  { inventory }: ErasePorts,
  accountId: AccountId,
  sha256: Sha256Hex,
  before: Date,
): Promise<boolean> {
  for (const name of [sha256, `${sha256}.sealed`] as const) {
    const isRemoved = await inventory.remove({ accountId, name }, before);
    if (!isRemoved && (await inventory.sizeOf(accountId, name)) !== undefined) return false;
  }
  return true;
}
