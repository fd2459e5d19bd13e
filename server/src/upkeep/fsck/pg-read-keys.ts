/** The keys of the server as they are stored: those of file addresses and that of the log. */

import { placeOf } from '../../database/pg-server-keys.ts';
import { boolean, bytes, firstRow, number, text } from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { LASTING_KEY } from '../../kernel/server-keys.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { FIRST_KEY, logKeyPlace } from '../../transparency/log-keys.ts';
import { SELECT_LOG_KEYS } from '../../transparency/pg-log-keys.ts';
import type { StoredLogKey } from '../../transparency/ports.ts';
import type { StoredKey } from './ports.ts';

const URL_KEY_BYTES = 32;

export async function readStoredKeys(snapshot: Snapshot): Promise<StoredKey[]> {
  const urlKeys = await snapshot.query('select id, secret from url_keys order by id');
  const logs = await snapshot.query(
    `select s.origin, k.number, k.signing_key from log_state s, (${SELECT_LOG_KEYS}) k order by k.number`,
  );
  const found = urlKeys.map((row) => ({ id: text(row, 'id'), stored: bytes(row, 'secret') }));
  if (!found.some(({ id }) => id === LASTING_KEY) && (await isLastingKeyNeeded(snapshot)))
    found.push({ id: LASTING_KEY, stored: new Uint8Array() });
  return [
    ...found.map(({ id, stored }) => ({
      where: id === LASTING_KEY ? 'key of identifiers' : `key of file addresses ${id}`,
      place: placeOf(id),
      stored,
      bareBytes: URL_KEY_BYTES,
    })),
    ...logs.map((row) => ({
      where:
        number(row, 'number') === FIRST_KEY ? 'key of the log' : `key ${number(row, 'number')} of the log`,
      place: logKeyPlace(text(row, 'origin'), number(row, 'number')),
      stored: bytes(row, 'signing_key'),
      bareBytes: undefined,
    })),
  ];
}

/** A server makes it at its start; once a member is found by it, no other will do. */
async function isLastingKeyNeeded(snapshot: Snapshot): Promise<boolean> {
  const rows = await snapshot.query(
    'select exists (select 1 from members where curp_mac is not null or rfc_mac is not null) as is_needed',
  );
  return boolean(firstRow(rows), 'is_needed');
}

/** As it is stored where it does not open: no log key has that form, and the check of the log says so. */
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
