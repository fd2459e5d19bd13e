/** Reads what an account keeps in the file store. */

import { number, optionalNumber } from '../database/row-reader.ts';
import type { AccountRead } from '../operations/account-read.ts';
import type { StorageRules, StoredFiles } from './stored-files.ts';

export function storedFilesRead({ maxStoredBytes }: StorageRules): AccountRead<StoredFiles> {
  return {
    name: 'stored-files',
    sql: `select n.stored_bytes, n.erasures, a.keep_files_days
            from certificate_counts n join accounts a on a.id = n.account_id
           where n.account_id = caller.account_id and n.livemode = caller.livemode`,
    params: [],
    isSameForAll: true,
    toValue: ([row]) => ({
      // No row of counts is a fault that fsck mends; certificates are refused until then, each with its reason.
      bytes: (row && optionalNumber(row, 'stored_bytes')) ?? 0,
      erasures: row === undefined || row.erasures === null ? 0 : number(row, 'erasures'),
      maxBytes: maxStoredBytes,
      keepFilesDays: row && optionalNumber(row, 'keep_files_days'),
    }),
  };
}
