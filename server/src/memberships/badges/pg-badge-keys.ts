/** The keys of issuers. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { IssuerKey } from './issuer.ts';

export type StoredBadgeKey = IssuerKey & { sealed: string; createdAt: Date };

const COLUMNS = 'number, public_key, sealed, created_at';

export async function newestBadgeKey(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<StoredBadgeKey | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from badge_keys where account_id = $1 and livemode = $2 order by number desc limit 1`,
    [accountId, livemode],
    'newest-badge-key',
  );
  return row && toKey(row);
}

/** Oldest first. */
export async function badgeKeys(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<StoredBadgeKey[]> {
  const rows = await query(
    `select ${COLUMNS} from badge_keys where account_id = $1 and livemode = $2 order by number`,
    [accountId, livemode],
    'badge-keys',
  );
  return rows.map(toKey);
}

/** Stores a key. Does nothing if another process has already stored one with this number. */
export async function insertBadgeKey(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  key: StoredBadgeKey,
): Promise<void> {
  await query(
    `insert into badge_keys (account_id, livemode, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [accountId, livemode, key.number, key.publicKey, key.sealed, key.createdAt],
    'insert-badge-key',
  );
}

function toKey(row: Row): StoredBadgeKey {
  return {
    number: read.number(row, 'number'),
    publicKey: read.bytes(row, 'public_key'),
    sealed: read.text(row, 'sealed'),
    createdAt: read.date(row, 'created_at'),
  };
}
