/** The keys of the log as they are stored. */

import { checkStoredKeys, type StoredKey } from '../../database/check/server-keys.ts';
import { bytes, number, text } from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { FIRST_KEY, logKeyPlace } from '../log-keys.ts';
import { SELECT_LOG_KEYS } from '../pg-log-keys.ts';
import type { StoredLogKey } from '../ports.ts';

export const checkLogKeys = checkStoredKeys('transparency: keys of the log', readLogKeysAsStored);

export async function readLogKeysAsStored(snapshot: Pick<Snapshot, 'query'>): Promise<StoredKey[]> {
  const rows = await snapshot.query(
    `select s.origin, k.number, k.signing_key from log_state s, (${SELECT_LOG_KEYS}) k order by k.number`,
  );
  return rows.map((row) => ({
    where: number(row, 'number') === FIRST_KEY ? 'key of the log' : `key ${number(row, 'number')} of the log`,
    place: logKeyPlace(text(row, 'origin'), number(row, 'number')),
    stored: bytes(row, 'signing_key'),
    bareBytes: undefined,
  }));
}

/**
 * Unwraps a key. If that fails, the stored bytes are returned, and the check of the log then reports an invalid key.
 */
export function openLogKey(
  masters: readonly Uint8Array[],
  origin: string,
  { number: keyNumber, signingKey }: StoredLogKey,
): Uint8Array {
  try {
    return unwrapKey(masters, logKeyPlace(origin, keyNumber), signingKey).key;
  } catch {
    return signingKey;
  }
}
