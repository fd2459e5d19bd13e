/** Reads the fields of a certificate's row that a recovery needs. The rest of the row is restored as it is. */

import type { AccountId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

export type JournalCertificate = {
  id: string;
  accountId: AccountId;
  /** Undefined if only a longer digest was sent; then no file was stored. */
  sha256: Sha256Hex | undefined;
  /** Whether the original file was in the store when the journal was written. */
  keepsFile: boolean;
};

export function readCertificate(row: string): JournalCertificate {
  const certificate = JSON.parse(row);
  return {
    id: certificate.id,
    accountId: certificate.account_id,
    sha256: certificate.sha256?.replace(/^\\x/, ''),
    keepsFile: certificate.file_size !== null && certificate.file_erased_at === null,
  };
}

export function fileOf({ accountId, sha256 }: Pick<JournalCertificate, 'accountId' | 'sha256'>): string {
  return `${accountId}/${sha256}`;
}
