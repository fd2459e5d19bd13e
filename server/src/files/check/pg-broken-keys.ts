/** Reads the keys with which the files of accounts are encrypted. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';

/** Says why the data key in a row of `blob_keys` cannot be opened; undefined if it can. */
export type BlobKeyProbe = (row: Row) => string | undefined;

/** Yields the accounts whose data key cannot be opened with the configured master keys, each with the reason. */
export async function* readBrokenKeys(
  snapshot: Snapshot,
  probe: BlobKeyProbe,
): AsyncGenerator<{ accountId: string; because: string }[]> {
  const rows = snapshot.batches('select account_id, master_id, wrapped from blob_keys order by account_id');
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const because = probe(row);
      return because === undefined ? [] : [{ accountId: read.text(row, 'account_id'), because }];
    });
  }
}
