/** The keys of the log as they are stored. */

import { checkStoredKeys, type StoredKey } from '../../database/check/server-keys.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { FIRST_KEY, logKeyPlace } from '../log-keys.ts';
import { logKeysIn, SELECT_EARLIER_LOG_KEYS, SELECT_LOG_KEYS } from '../pg-log-keys.ts';
import type { LogKeyAlgorithm, LogKeyName, StoredLogKey } from '../ports.ts';

export const checkLogKeys = checkStoredKeys('transparency: keys of the log', readLogKeysAsStored);

/** Names of the algorithms with which the log signs now. */
export async function readSigningAlgorithms(snapshot: Pick<Snapshot, 'query'>): Promise<LogKeyAlgorithm[]> {
  const keys = logKeysIn(await snapshot.query(await selectKeys(snapshot)));
  return [
    ...new Set(keys.flatMap(({ algorithm, retiredAt }) => (retiredAt === undefined ? [algorithm] : []))),
  ];
}

/** `sello status` also looks at databases that were not migrated yet. */
async function selectKeys(snapshot: Pick<Snapshot, 'query'>): Promise<string> {
  const [row] = await snapshot.query(`select to_regclass('log_ml_dsa_keys') is not null as is_there`);
  return row?.is_there === true ? SELECT_LOG_KEYS : SELECT_EARLIER_LOG_KEYS;
}

export async function readLogKeysAsStored(snapshot: Pick<Snapshot, 'query'>): Promise<StoredKey[]> {
  const rows = await snapshot.query(
    `select s.origin, k.* from log_state s, (${await selectKeys(snapshot)}) k order by k.algorithm, k.number`,
  );
  const origins = rows.map((row) => read.text(row, 'origin'));
  return logKeysIn(rows).map((key, i) => ({
    where: nameOf(key),
    place: logKeyPlace(origins[i] ?? '', key),
    stored: key.signingKey,
    bareBytes: undefined,
  }));
}

function nameOf({ algorithm, number }: LogKeyName): string {
  if (algorithm === 'ml-dsa-44') return `ML-DSA-44 key ${number} of the log`;
  return number === FIRST_KEY ? 'key of the log' : `key ${number} of the log`;
}

/**
 * Unwraps a key. If that fails, the stored bytes are returned, and the check of the log then reports an invalid key.
 */
export function openLogKey(
  masters: readonly Uint8Array[],
  origin: string,
  { signingKey, ...name }: StoredLogKey,
): Uint8Array {
  try {
    return unwrapKey(masters, logKeyPlace(origin, name), signingKey).key;
  } catch {
    return signingKey;
  }
}
