/** Files that nothing names: crashes leave them, servers delete most of them. Time stamps that no partition waited for. None does harm. */

import type { BlobInventory } from '../../files/ports.ts';
import { REST } from '../partitions/pg-partitions.ts';
import type { Finding, FsckReads } from './ports.ts';

type LeftoverCheck = { reads: FsckReads; inventory: BlobInventory };

const HOUR_MS = 3_600_000;

export async function* checkLeftovers({ reads, inventory }: LeftoverCheck): AsyncGenerator<Finding> {
  // Younger files may belong to an upload in progress, or to a certificate newer than the snapshot.
  const hourAgo = new Date(reads.now().getTime() - HOUR_MS);
  for await (const batch of inventory.list()) {
    for (const { accountId, name, modifiedAt } of await reads.unnamed(batch)) {
      const where = `${accountId} ${name}`;
      const isOld = modifiedAt < hourAgo;
      const message = `No certificate names this file${isOld ? '' : ', which is less than an hour old'}.`;
      yield {
        level: 'note',
        code: 'file_unnamed',
        where,
        message,
        ...(isOld && { repair: 'unnamed_files' as const }),
      };
    }
  }
  const strays = await reads.strayTokens();
  if (strays > 0) {
    const message = `${strays} time stamps are in no month's partition: a clock was wrong, or no worker makes partitions. They are served as ever, and move when the partition of their month is made.`;
    yield { level: 'note', code: 'partition_missing', where: REST, message };
  }
  const unfinished = await inventory.countUnfinished(hourAgo);
  if (unfinished > 0) {
    const message = `${unfinished} temporary files of uploads are older than an hour.`;
    yield {
      level: 'problem',
      code: 'upload_unfinished',
      where: 'incoming',
      message,
      repair: 'unfinished_uploads',
    };
  }
}
