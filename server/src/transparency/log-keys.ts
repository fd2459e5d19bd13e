/**
 * The keys that sign for the log: one Ed25519 key, usually one ML-DSA-44 key, and two keys of an algorithm during its
 * rollover. Every key signs every checkpoint, so that a reader who pinned any of them can check it. A retired key signs
 * nothing more, and its earlier signatures stay valid.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type CryptoEngine, encodeNoteKey } from '@sello/proof';
import type { KeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import type { LogKeyAlgorithm, LogKeyName, MerkleLogStore, StoredLogKey } from './ports.ts';

export type LogKey = Omit<StoredLogKey, 'signingKey'> & {
  /** `<name>+<id>+<key>`, as the log publishes it. */
  vkey: string;
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

/** Opens stored keys. */
export type LogKeyRing = (stored: readonly StoredLogKey[]) => Promise<readonly LogKey[]>;

/** The number of the first key of each algorithm. The log began with its first Ed25519 key. */
export const FIRST_KEY = 1;

const FIRST: LogKeyName = { algorithm: 'ed25519', number: FIRST_KEY };

/** The name to which a log key is bound when it is wrapped, so that it cannot be unwrapped as another key. */
export function logKeyPlace(origin: string, { algorithm, number }: LogKeyName = FIRST): string {
  const place = `sello log key\n${origin}`;
  if (algorithm === 'ml-dsa-44') return `${place}\n${algorithm}\n${number}`;
  return number === FIRST_KEY ? place : `${place}\n${number}`;
}

/** A new key, as PKCS #8. */
export function newSigningKey(algorithm: LogKeyAlgorithm): Uint8Array {
  const { privateKey } =
    algorithm === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ml-dsa-44');
  return privateKey.export({ type: 'pkcs8', format: 'der' });
}

/** Makes the function that opens stored keys. A key never changes under its name, so each process opens it once. */
export function makeLogKeyRing(
  ports: { crypto: CryptoEngine; keyWrapping: KeyWrapping },
  origin: string,
): LogKeyRing {
  const opened = new Map<string, SigningHalf>();
  return async (stored) => {
    const keys: LogKey[] = [];
    for (const { signingKey, ...facts } of stored) {
      const place = logKeyPlace(origin, facts);
      const half =
        opened.get(place) ??
        (await openSigningKey(ports, origin, ports.keyWrapping.unwrap(place, signingKey).key));
      opened.set(place, half);
      keys.push({ ...facts, ...half });
    }
    return keys;
  };
}

type SigningHalf = Pick<LogKey, 'vkey' | 'sign'>;

/** Opens a signing key. Rejects if the stored bytes are not a key. */
export async function openSigningKey(
  { crypto }: { crypto: CryptoEngine },
  origin: string,
  pkcs8: Uint8Array,
): Promise<SigningHalf> {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  return {
    vkey: await encodeNoteKey(crypto, origin, rawPublicKey(key)),
    // Signing runs in another thread, because ML-DSA-44 takes about a millisecond.
    sign: (bytes) =>
      new Promise((resolve, reject) => {
        sign(null, bytes, key, (error, signature) => (error === null ? resolve(signature) : reject(error)));
      }),
  };
}

/** All log keys, as `MerkleLogStore.keys` gives them, including retired ones. */
export async function readLogKeys(
  { merkleLog }: { merkleLog: Pick<MerkleLogStore, 'keys'> },
  ring: LogKeyRing,
): Promise<readonly LogKey[]> {
  return ring(await merkleLog.keys());
}

export function signingNow(keys: readonly LogKey[]): readonly LogKey[] {
  return keys.filter(({ retiredAt }) => retiredAt === undefined);
}

export function ofAlgorithm<K extends LogKeyName>(keys: readonly K[], wanted: LogKeyAlgorithm): readonly K[] {
  return keys.filter(({ algorithm }) => algorithm === wanted);
}

/** The 8 hexadecimal digits by which signatures name their key. */
export function keyIdOf({ vkey }: Pick<LogKey, 'vkey'>): string {
  return vkey.split('+')[1] ?? '';
}

const RAW_BYTES: Readonly<Record<string, number>> = { ed25519: 32, 'ml-dsa-44': 1312 };

/** The raw public key, which is the end of a SubjectPublicKeyInfo (RFC 8410 §4, RFC 9881 §4). */
export function rawPublicKey(key: KeyObject): Uint8Array {
  const length = RAW_BYTES[key.asymmetricKeyType ?? ''];
  if (length === undefined) throw new Error(`A key of the log is of the type ${key.asymmetricKeyType}`);
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-length);
}
