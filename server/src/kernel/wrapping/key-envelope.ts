/**
 * Reads and writes the form in which the database keeps one of the server's keys: "sello-key" ‖ version 0x01 ‖ id of
 * the master key (8 bytes) ‖ nonce (12) ‖ AES-256-GCM(key) ‖ tag (16). Databases from the time before master keys
 * hold bare keys. These are read too, and are wrapped at the next start.
 */

import { OperatorError } from '../operator-error.ts';
import type { RandomBytes } from '../random-pool.ts';
import { type MasterKeys, masterIdOf, openKey, sealKey } from './master-keys.ts';

const MAGIC = Buffer.from('sello-key', 'latin1');
const VERSION = 1;
const ID_BYTES = 8;
const HEAD_BYTES = MAGIC.length + 1 + ID_BYTES;

/**
 * How a stored key is protected. `current`: wrapped with the first master key. `older`: wrapped with another one.
 * `bare`: not wrapped.
 */
export type KeyState = 'current' | 'older' | 'bare';

export function wrapKey(
  [master]: MasterKeys,
  randomBytes: RandomBytes,
  boundTo: string,
  key: Uint8Array,
): Uint8Array {
  const id = Buffer.from(masterIdOf(master), 'hex');
  return Buffer.concat([MAGIC, Buffer.of(VERSION), id, sealKey(master, randomBytes(12), boundTo, key)]);
}

/** Unwraps a key. Throws if its master key is not among `masters`, or if the envelope was changed. */
export function unwrapKey(
  masters: readonly Uint8Array[],
  boundTo: string,
  stored: Uint8Array,
): { key: Uint8Array; state: KeyState } {
  const id = masterIdIn(stored);
  if (id === undefined) return { key: stored, state: 'bare' };
  if (stored[MAGIC.length] !== VERSION) throw newerEnvelope();
  const place = masters.findIndex((master) => masterIdOf(master) === id);
  const master = masters[place];
  if (master === undefined) throw masterKeyMissing([id]);
  return {
    key: openKey(master, boundTo, stored.subarray(HEAD_BYTES)),
    state: place === 0 ? 'current' : 'older',
  };
}

/** The id of the master key that unwraps this; undefined for a bare key. */
export function masterIdIn(stored: Uint8Array): string | undefined {
  if (!MAGIC.equals(stored.subarray(0, MAGIC.length))) return undefined;
  return Buffer.from(stored.subarray(MAGIC.length + 1, HEAD_BYTES)).toString('hex');
}

export function masterKeyMissing(ids: readonly string[]): OperatorError {
  const names = ids.join(', ');
  return new OperatorError({
    en: `The keys of this database are wrapped with a master key that is not here (${names}). Copy master.key from the data folder of the server that made it into this one, or give the key with SELLO_MASTER_KEY, SELLO_MASTER_KEY_FILE, SELLO_MASTER_KEY_COMMAND or SELLO_MASTER_KEYS_OLD.`,
    es: `Las claves de esta base de datos están envueltas con una clave maestra que no está aquí (${names}). Copie master.key de la carpeta de datos del servidor que la creó, o indique la clave con SELLO_MASTER_KEY, SELLO_MASTER_KEY_FILE, SELLO_MASTER_KEY_COMMAND o SELLO_MASTER_KEYS_OLD.`,
  });
}

function newerEnvelope(): OperatorError {
  return new OperatorError({
    en: 'A key of this database was wrapped by a newer version of Sello. Start that version instead.',
    es: 'Una clave de esta base de datos la envolvió una versión más nueva de Sello. Inicie esa versión.',
  });
}
