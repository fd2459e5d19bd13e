/** The keys of the server as they are stored: those of file addresses and that of the log. */

import { placeOf } from '../../database/pg-server-keys.ts';
import { bytes, text } from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { LASTING_KEY } from '../../kernel/server-keys.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { logKeyPlace } from '../../transparency/sequence-log.ts';
import type { StoredKey } from './ports.ts';

const URL_KEY_BYTES = 32;

export async function readStoredKeys(snapshot: Snapshot): Promise<StoredKey[]> {
  const urlKeys = await snapshot.query('', 'select id, secret from url_keys order by id', []);
  const logs = await snapshot.query('', 'select origin, signing_key from log_state', []);
  return [
    ...urlKeys.map((row) => ({
      where:
        text(row, 'id') === LASTING_KEY ? 'key of identifiers' : `key of file addresses ${text(row, 'id')}`,
      place: placeOf(text(row, 'id')),
      stored: bytes(row, 'secret'),
      bareBytes: URL_KEY_BYTES,
    })),
    ...logs.map((row) => ({
      where: 'key of the log',
      place: logKeyPlace(text(row, 'origin')),
      stored: bytes(row, 'signing_key'),
      bareBytes: undefined,
    })),
  ];
}

/** As it is stored where it does not open: no log key has that form, and the check of the log says so. */
export function openLogKey(masters: readonly Uint8Array[], origin: string, stored: Uint8Array): Uint8Array {
  try {
    return unwrapKey(masters, logKeyPlace(origin), stored).key;
  } catch {
    return stored;
  }
}
