/** Checks the server's own keys: each must be wrapped with an available master key, and must open. */

import { OperatorError } from '../../kernel/operator-error.ts';
import { LASTING_KEY } from '../../kernel/server-keys.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { placeOf } from '../pg-server-keys.ts';
import * as read from '../row-reader.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Check } from './check.ts';
import { type Finding, problem } from './finding.ts';

export type StoredKey = {
  where: string;
  /** The name of the place where the key is stored. The envelope that wraps the key is bound to it. */
  place: string;
  stored: Uint8Array;
  /** The length of a bare key, if all keys of this kind have the same length. */
  bareBytes: number | undefined;
};

const URL_KEY_BYTES = 32;

export const checkServerKeys = checkStoredKeys('database: server keys', readServerKeysAsStored);

/**
 * Reads, as they are stored, the keys that sign file addresses and the key that finds people by their identifiers.
 */
export async function readServerKeysAsStored(snapshot: Pick<Snapshot, 'query'>): Promise<StoredKey[]> {
  const rows = await snapshot.query('select id, secret from url_keys order by id');
  return rows.map((row) => serverKey(read.text(row, 'id'), read.bytes(row, 'secret')));
}

export function serverKey(id: string, stored: Uint8Array): StoredKey {
  return {
    where: id === LASTING_KEY ? 'key of identifiers' : `key of file addresses ${id}`,
    place: placeOf(id),
    stored,
    bareBytes: URL_KEY_BYTES,
  };
}

export function checkStoredKeys(
  name: string,
  read: (snapshot: Snapshot) => Promise<StoredKey[]>,
): Check<{ masters: readonly Uint8Array[] }> {
  return {
    name,
    async *find({ snapshot, masters }) {
      for (const key of await read(snapshot)) {
        const finding = judge(key, masters);
        if (finding !== undefined) yield finding;
      }
    },
  };
}

const NOT_WRAPPED =
  'It is not wrapped: whoever has a copy of the database has the key. Start a server of this version, once no older one runs: it wraps the key.';

function judge(
  { where, place, stored, bareBytes }: StoredKey,
  masters: readonly Uint8Array[],
): Finding | undefined {
  if (stored.length === 0)
    return problem(
      'server_key_broken',
      where,
      'It is gone, and cannot be made anew. Restore it from a backup.',
    );
  try {
    const { key, state } = unwrapKey(masters, place, stored);
    if (bareBytes !== undefined && key.length !== bareBytes)
      return problem('server_key_broken', where, 'It was changed: no key has this length.');
    if (state !== 'bare') return undefined;
    return { level: 'note', code: 'server_key_not_wrapped', where, message: NOT_WRAPPED };
  } catch (error) {
    return error instanceof OperatorError
      ? problem('master_key_missing', where, error.message)
      : problem('server_key_broken', where, 'It was changed: its master key does not open it.');
  }
}
