/** The keys of members' records: the key for finding members, and the keys that sign badges. */

import { equalBytes } from '@sello/proof';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { checkSealed } from '../../database/check/sealed-secrets.ts';
import {
  checkStoredKeys,
  readServerKeysAsStored,
  type StoredKey,
  serverKey,
} from '../../database/check/server-keys.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { LASTING_KEY } from '../../kernel/server-keys.ts';
import { publicKeyOf, sealedFor } from '../badges/badge-keys.ts';

export const checkLastingKey = checkStoredKeys('memberships: key of identifiers', readMissingLastingKey);

/**
 * Reports the lasting key if it is missing. A server makes this key at its first start. Once a member was stored with
 * it, no other key can replace it.
 */
export async function readMissingLastingKey(snapshot: Pick<Snapshot, 'query'>): Promise<StoredKey[]> {
  const missing = serverKey(LASTING_KEY, new Uint8Array());
  const stored = await readServerKeysAsStored(snapshot);
  if (stored.some(({ place }) => place === missing.place)) return [];
  const rows = await snapshot.query(
    'select exists (select 1 from members where curp_mac is not null or rfc_mac is not null) as is_needed',
  );
  return read.boolean(read.firstRow(rows), 'is_needed') ? [missing] : [];
}

export const checkBadgeKeys = checkSealed({
  name: 'memberships: keys of badges',
  code: 'badge_key_broken',
  message: 'A key that signs its badges cannot be decrypted, or is not the one that verifiers are given.',
  secrets: {
    of: rowsOf('badge_keys', ['account_id', 'livemode', 'number']),
    sql: 'select account_id, sealed, livemode, number, public_key from piece',
  },
  boundTo: (row) =>
    sealedFor(
      { accountId: read.idAsStored('acct', row, 'account_id'), livemode: read.boolean(row, 'livemode') },
      read.number(row, 'number'),
    ),
  isRight: (opened, row) => equalBytes(publicKeyOf(opened), read.bytes(row, 'public_key')),
});
