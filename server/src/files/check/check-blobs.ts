/** Checks the keys that encrypt files, and looks for uploads that were never finished. */

import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { compareRows } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { type Repair, whole } from '../../database/check/repair.ts';
import type { BlobInventory, BlobStore } from '../ports.ts';
import { type BlobKeyProbe, readBrokenKeys } from './pg-broken-keys.ts';

const HOUR_MS = 3_600_000;

export const checkBlobKeys: Check<{ probe: BlobKeyProbe }> = {
  name: 'files: keys',
  async *find({ snapshot, probe }) {
    for await (const batch of readBrokenKeys(snapshot, probe)) {
      for (const { accountId, because } of batch) {
        const message = `The key that encrypts its files cannot be opened: ${because}.`;
        yield problem('blob_key_broken', accountId, message);
      }
    }
  },
};

export const checkOwnersOfBlobKeys = compareRows('files: owners', [
  ownerMissing('blob_keys', ['account_id']),
]);

export const checkUnfinishedUploads: Check<{ inventory: BlobInventory }, 'unfinished_uploads'> = {
  name: 'files: unfinished uploads',
  async *find({ inventory, now }) {
    const unfinished = await inventory.countUnfinished(new Date(now().getTime() - HOUR_MS));
    if (unfinished > 0) {
      const message = `${unfinished} temporary files of uploads are older than an hour.`;
      yield problem('upload_unfinished', 'incoming', message, 'unfinished_uploads');
    }
  },
};

export const sweepUnfinishedUploads: Repair<'unfinished_uploads', { files: Pick<BlobStore, 'sweep'> }> = {
  kind: 'unfinished_uploads',
  run: async ({ files, hourAgo }) => whole(`${await files.sweep(hourAgo)} temporary files were deleted`),
};
