/**
 * The keys that sign for the log: there is one, or two during a rollover. Every key signs every checkpoint, so that a
 * reader who pinned either key can check it. A retired key signs nothing more, and its earlier signatures stay valid.
 */

import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type CryptoEngine, encodeNoteKey } from '@sello/proof';
import type { KeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import type { MerkleLogStore, StoredLogKey } from './ports.ts';

export type LogKey = Omit<StoredLogKey, 'signingKey'> & {
  /** `<name>+<id>+<key>`, as the log publishes it. */
  vkey: string;
  sign: (bytes: Uint8Array) => Uint8Array;
};

/** Opens stored keys. */
export type LogKeyRing = (stored: readonly StoredLogKey[]) => Promise<readonly LogKey[]>;

/** The number of the key that the log began with. */
export const FIRST_KEY = 1;

/** The name of the place to which a log key is bound when it is wrapped: it cannot be unwrapped for another place. */
export function logKeyPlace(origin: string, number = FIRST_KEY): string {
  return number === FIRST_KEY ? `sello log key\n${origin}` : `sello log key\n${origin}\n${number}`;
}

/** Makes the function that opens stored keys. A key never changes under its number, so each process opens it once. */
export function makeLogKeyRing(
  ports: { crypto: CryptoEngine; keyWrapping: KeyWrapping },
  origin: string,
): LogKeyRing {
  const opened = new Map<number, SigningHalf>();
  return async (stored) => {
    const keys: LogKey[] = [];
    for (const { signingKey, ...facts } of stored) {
      const place = logKeyPlace(origin, facts.number);
      const half =
        opened.get(facts.number) ??
        (await openSigningKey(ports, origin, ports.keyWrapping.unwrap(place, signingKey).key));
      opened.set(facts.number, half);
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
    sign: (bytes) => sign(null, bytes, key),
  };
}

/** All log keys, oldest first, including retired ones. */
export async function readLogKeys(
  { merkleLog }: { merkleLog: Pick<MerkleLogStore, 'keys'> },
  ring: LogKeyRing,
): Promise<readonly LogKey[]> {
  return ring(await merkleLog.keys());
}

export function signingNow(keys: readonly LogKey[]): readonly LogKey[] {
  return keys.filter(({ retiredAt }) => retiredAt === undefined);
}

/** The 8 hexadecimal digits by which signatures name their key. */
export function keyIdOf({ vkey }: Pick<LogKey, 'vkey'>): string {
  return vkey.split('+')[1] ?? '';
}

/** The raw public key, which is the last 32 bytes of an Ed25519 SubjectPublicKeyInfo (RFC 8410 §4). */
function rawPublicKey(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
}
