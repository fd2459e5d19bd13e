/** Each account's data key, stored in the database wrapped with a master key that is not in it. */

import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import { type MasterKeys, masterIdOf, openKey, sealKey } from '../kernel/wrapping/master-keys.ts';
import type { AccountDataKeys } from './blobs-encrypted.ts';

/** How many data keys a process caches. */
const REMEMBERED = 10_000;
const REWRAP_AT_ONCE = 500;

/** Rejects if a master key in use is missing; then rewraps all data keys with the first master key. */
export async function openBlobKeys(
  database: Database,
  masterKeys: MasterKeys,
  randomBytes: RandomBytes,
  now: () => Date,
): Promise<AccountDataKeys & { rewrapped: number }> {
  const [current] = masterKeys;
  const currentId = masterIdOf(current);
  const masters = new Map(masterKeys.map((key) => [masterIdOf(key), key]));
  await assertKnown(database, new Set(masters.keys()));

  const unwrapRow = (row: Row): Uint8Array => {
    const master = masters.get(read.text(row, 'master_id'));
    if (master === undefined) throw masterKeyMissing([read.text(row, 'master_id')]);
    return openKey(master, boundTo(read.id('acct', row, 'account_id')), read.bytes(row, 'wrapped'));
  };
  const rewrapped = await rewrapAll(database, currentId, (row) =>
    sealKey(current, randomBytes(12), boundTo(read.id('acct', row, 'account_id')), unwrapRow(row)),
  );

  const known = new Map<AccountId, Uint8Array>();
  const remember = (row: Row): Uint8Array => {
    const key = unwrapRow(row);
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(read.id('acct', row, 'account_id'), key);
    return key;
  };
  const find = async (accountId: AccountId) => {
    const key = known.get(accountId);
    if (key !== undefined) return key;
    const [row] = await database.query(
      'select account_id, master_id, wrapped from blob_keys where account_id = $1',
      [accountId],
      'blob-key',
    );
    return row && remember(row);
  };
  return {
    rewrapped,
    find,
    async keyOf(accountId) {
      const found = await find(accountId);
      if (found !== undefined) return found;
      const wrapped = sealKey(current, randomBytes(12), boundTo(accountId), randomBytes(32));
      // Two processes may make a key at the same time. The first key is kept, and both use it.
      await database.query(
        `insert into blob_keys (account_id, master_id, wrapped, created_at) values ($1, $2, $3, $4)
         on conflict (account_id) do nothing`,
        [accountId, currentId, wrapped, now()],
        'make-blob-key',
      );
      const made = await find(accountId);
      if (made === undefined) throw new Error(`There is no data key for ${accountId}`);
      return made;
    },
  };
}

/** Reads keys, and makes and rewraps none. A key that cannot be unwrapped throws only when it is used. */
export function readBlobKeys(
  database: Pick<Database, 'query'>,
  masterKeys: readonly Uint8Array[],
): AccountDataKeys & { probe(row: Row): string | undefined } {
  const masters = new Map(masterKeys.map((key) => [masterIdOf(key), key]));
  const open = (row: Row): Uint8Array => {
    const master = masters.get(read.text(row, 'master_id'));
    if (master === undefined) throw masterKeyMissing([read.text(row, 'master_id')]);
    return openKey(master, boundTo(read.id('acct', row, 'account_id')), read.bytes(row, 'wrapped'));
  };
  // Files are checked account by account, so it is enough to keep the latest key.
  let latest: { accountId: AccountId; key: Uint8Array | undefined } | undefined;
  const find = async (accountId: AccountId) => {
    if (latest?.accountId === accountId) return latest.key;
    const [row] = await database.query(
      'select account_id, master_id, wrapped from blob_keys where account_id = $1',
      [accountId],
      'read-blob-key',
    );
    latest = { accountId, key: row && open(row) };
    return latest.key;
  };
  return {
    find,
    async keyOf(accountId) {
      const key = await find(accountId);
      if (key === undefined) throw new Error(`There is no data key for ${accountId}`);
      return key;
    },
    probe(row) {
      if (!masters.has(read.text(row, 'master_id'))) return `the master key ${row.master_id} is not set`;
      try {
        open(row);
        return undefined;
      } catch {
        return "it was changed, or is another account's";
      }
    },
  };
}

/**
 * Whether any file is encrypted, which is true if there is any data key: the first one is made for the first encrypted
 * file.
 */
export async function isAnythingEncrypted(database: Pick<Database, 'query'>): Promise<boolean> {
  return (await database.query('select from blob_keys limit 1', [], 'any-blob-key')).length > 0;
}

/**
 * Rejects if anything is encrypted. Servers without a master key call it: they cannot read encrypted files, and should
 * fail at the start instead of at each file.
 */
export async function assertNothingEncrypted(database: Database): Promise<void> {
  await assertKnown(database, new Set());
}

async function assertKnown(database: Database, ids: ReadonlySet<string>): Promise<void> {
  const rows = await database.query('select distinct master_id from blob_keys', [], 'blob-masters');
  const missing = rows.map((row) => read.text(row, 'master_id')).filter((id) => !ids.has(id));
  if (missing.length > 0) throw masterKeyMissing(missing);
}

async function rewrapAll(
  database: Database,
  currentId: string,
  rewrap: (row: Row) => Uint8Array,
): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await database.query(
      'select account_id, master_id, wrapped from blob_keys where master_id <> $1 limit $2',
      [currentId, REWRAP_AT_ONCE],
      'blob-keys-to-rewrap',
    );
    if (rows.length === 0) return count;
    // Each key changes together with the id of its master key, in one statement. So after a crash each key is wrapped
    // with a master key that is still configured.
    await database.query(
      `update blob_keys set master_id = $1, wrapped = fresh.wrapped
         from unnest($2::text[], $3::bytea[]) as fresh (account_id, wrapped)
        where blob_keys.account_id = fresh.account_id`,
      [currentId, rows.map((row) => row.account_id), rows.map(rewrap)],
      'rewrap-blob-keys',
    );
    count += rows.length;
  }
}

/** What a wrapped key is bound to: copied to the row of another account, it cannot be unwrapped. */
function boundTo(accountId: AccountId): string {
  return `sello blob key\n${accountId}`;
}

function masterKeyMissing(ids: readonly string[]): OperatorError {
  const names = ids.join(', ');
  return new OperatorError({
    en: `Files are encrypted with a master key that is not set (${names}). Give it with SELLO_BLOB_KEY or SELLO_BLOB_KEYS_OLD.`,
    es: `Hay archivos cifrados con una clave maestra que falta (${names}). Indíquela con SELLO_BLOB_KEY o SELLO_BLOB_KEYS_OLD.`,
  });
}
