/**
 * The keys that sign notes (https://c2sp.org/signed-note), in their form as text: `<name>+<id in hex>+<base64 of type
 * and key>`. The type says what is signed, and by which algorithm.
 */

import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import { ML_DSA_44_KEY_BYTES, ML_DSA_44_SIGNATURE_BYTES } from '../crypto/ml-dsa-44.ts';
import { type AlgorithmName, SCHEMES } from '../crypto/supported-algorithms.ts';
import {
  concatBytes,
  encodeBase64,
  encodeHex,
  encodeUtf8,
  equalBytes,
  parseBase64,
  parseHex,
} from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type NoteScheme = 'ed25519' | 'ml-dsa-44';

export type NoteKey = { name: string; id: Uint8Array; publicKey: Uint8Array; scheme: NoteScheme };

/** The verifier key of a log. The public key has 32 bytes (Ed25519) or 1312 (ML-DSA-44). */
export async function encodeNoteKey(
  engine: CryptoEngine,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  return await encodeKey(engine, LOG_TYPES, name, publicKey);
}

export async function decodeNoteKey(engine: CryptoEngine, vkey: string): Promise<NoteKey> {
  return await decodeKey(engine, LOG_TYPES, vkey);
}

/** The verifier key of a witness. */
export async function encodeWitnessKey(
  engine: CryptoEngine,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  return await encodeKey(engine, WITNESS_TYPES, name, publicKey);
}

export async function decodeWitnessKey(engine: CryptoEngine, vkey: string): Promise<NoteKey> {
  return await decodeKey(engine, WITNESS_TYPES, vkey);
}

/** Names the keys for messages, such as `the key 8c20f99a`. */
export function nameKeys(keys: readonly NoteKey[]): string {
  const names = keys.map(({ id, scheme }) =>
    scheme === 'ed25519' ? encodeHex(id) : `${encodeHex(id)} (${SCHEMES[scheme].name})`,
  );
  return `the ${names.length === 1 ? 'key' : 'keys'} ${names.join(', ')}`;
}

/** The algorithms behind a signature by this verifier key. Text that is no key counts as Ed25519, the older one. */
export function algorithmsOfKey(vkey: string): readonly AlgorithmName[] {
  const [type] = parseBase64(vkey.split('+').slice(2).join('+')) ?? [];
  return type === ML_DSA_44_TYPE ? ['ML-DSA'] : ['Ed25519', 'SHA-512'];
}

/** Whether the key made this signature. The signature is given without the time that some types put before it. */
export async function verifyByKey(
  engine: CryptoEngine,
  { scheme, publicKey }: NoteKey,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES[scheme]) return false;
  const spkiDer = concatBytes(SPKI_PREFIXES[scheme], publicKey);
  return await verifySignature(engine, { scheme, spkiDer, signature, data });
}

/**
 * Refuses whatever counts as a space in any programming language: JavaScript does not count U+0085, and other languages
 * do not count U+FEFF.
 */
export function isKeyName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note forbids exactly these.
  return /^[^\s\u0085+\u0000-\u001f]+$/u.test(name);
}

export const SIGNATURE_BYTES: Readonly<Record<NoteScheme, number>> = {
  ed25519: 64,
  'ml-dsa-44': ML_DSA_44_SIGNATURE_BYTES,
};

const KEY_BYTES: Readonly<Record<NoteScheme, number>> = { ed25519: 32, 'ml-dsa-44': ML_DSA_44_KEY_BYTES };

/** SubjectPublicKeyInfo up to the bytes of the key (RFC 8410 §4, RFC 9881 §4). */
const SPKI_PREFIXES: Readonly<Record<NoteScheme, Uint8Array>> = {
  ed25519: Uint8Array.of(0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0),
  'ml-dsa-44': Uint8Array.of(
    ...[0x30, 0x82, 5, 0x32, 0x30, 0x0b, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 0x11],
    ...[3, 0x82, 5, 0x21, 0],
  ),
};

/** For logs and witnesses alike: the signed message names log and signer (https://c2sp.org/tlog-cosignature). */
const ML_DSA_44_TYPE = 0x06;

type KeyTypes = { types: Readonly<Record<NoteScheme, number>>; whose: string };

const LOG_TYPES: KeyTypes = {
  types: { ed25519: 0x01, 'ml-dsa-44': ML_DSA_44_TYPE },
  whose: 'of a log (Ed25519 or ML-DSA-44)',
};
const WITNESS_TYPES: KeyTypes = {
  types: { ed25519: 0x04, 'ml-dsa-44': ML_DSA_44_TYPE },
  whose: 'of a witness (Ed25519 or ML-DSA-44 cosignatures)',
};

async function encodeKey(
  engine: CryptoEngine,
  { types }: KeyTypes,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  const scheme = schemesIn(types).find((one) => KEY_BYTES[one] === publicKey.length);
  if (scheme === undefined || !isKeyName(name)) {
    throw new ProofError(
      'invalid_argument',
      'a key must have 32 or 1312 bytes and a name without spaces and plus signs',
    );
  }
  const keyData = concatBytes(Uint8Array.of(types[scheme]), publicKey);
  return `${name}+${encodeHex(await keyIdOf(engine, name, keyData))}+${encodeBase64(keyData)}`;
}

/** The type is part of the key, so the Ed25519 key of a witness is never accepted as that of a log. */
async function decodeKey(engine: CryptoEngine, { types, whose }: KeyTypes, vkey: string): Promise<NoteKey> {
  const [name = '', hexId = '', ...rest] = vkey.split('+');
  const id = /^[0-9a-f]{8}$/.test(hexId) ? parseHex(hexId) : undefined;
  // Base64 may itself contain plus signs.
  const keyData = parseBase64(rest.join('+'));
  if (id === undefined || keyData === undefined || !isKeyName(name) || !isKeyLength(keyData.length - 1))
    throw malformed('this is not a verifier key');
  const scheme = schemesIn(types).find((one) => types[one] === keyData[0]);
  if (scheme === undefined) throw malformed(`this verifier key is not one ${whose}`);
  if (keyData.length !== 1 + KEY_BYTES[scheme]) throw malformed('this is not a verifier key');
  // With a wrong identifier, one key could pass for another.
  if (!equalBytes(await keyIdOf(engine, name, keyData), id)) {
    throw malformed('the identifier in the verifier key is not that of the key');
  }
  return { name, id, publicKey: keyData.subarray(1), scheme };
}

function schemesIn(types: KeyTypes['types']): readonly NoteScheme[] {
  return Object.keys(types) as NoteScheme[];
}

function isKeyLength(length: number): boolean {
  return Object.values(KEY_BYTES).includes(length);
}

async function keyIdOf(engine: CryptoEngine, name: string, keyData: Uint8Array): Promise<Uint8Array> {
  return (await engine.digest('SHA-256', concatBytes(encodeUtf8(`${name}\n`), keyData))).subarray(0, 4);
}

function malformed(message: string): ProofError {
  return new ProofError('checkpoint_malformed', message);
}
