/**
 * The keys that sign receipts. A log like ours is given by its verifier key as text, and any log by its COSE_Key or
 * COSE_KeySet (RFC 9052 §7), as `cose:` followed by base64. A verifier key gives a COSE_Key with the same point, and
 * with the key id as kid.
 */

import type { SignatureMethod } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { AlgorithmName } from '../crypto/supported-algorithms.ts';
import { concatBytes, encodeHex, parseBase64 } from '../encoding/bytes.ts';
import {
  type CborItem,
  type CborMap,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborMap,
} from '../encoding/cbor.ts';
import { derInteger, derSequence } from '../encoding/der-writer.ts';
import { decodeNoteKey, type NoteKey } from '../log/note-keys.ts';
import { ProofError } from '../proof-error.ts';

export type ReceiptKey = {
  id: Uint8Array | undefined;
  /** The only log for which the key may sign. Undefined for a COSE key, which names none. */
  name: string | undefined;
  /** The algorithms on which the verdict rests. */
  rests: readonly AlgorithmName[];
  spkiDer: Uint8Array;
} & ({ curve: 'Ed25519' } | { curve: 'P-256' | 'P-384' | 'P-521' });

const COSE_PREFIX = 'cose:';
const MAX_KEYS = 64;

export const ED_DSA = -8;

const LABEL = { kty: 1, kid: 2, alg: 3, crv: -1, x: -2, y: -3, d: -4 } as const;
const [OKP, EC2] = [1, 2];

/** Curves, each with its number in `crv`; the algorithms are those of RFC 9053 and RFC 9864. */
const CURVES = [
  { curve: 'Ed25519', kty: OKP, crv: 6, bytes: 32, algorithms: [ED_DSA, -19], rests: ['Ed25519', 'SHA-512'] },
  {
    curve: 'P-256',
    kty: EC2,
    crv: 1,
    bytes: 32,
    algorithms: [-7, -9],
    rests: ['ECDSA', 'P-256', 'SHA-256'],
    scheme: 'ecdsa-p256',
    hash: 'SHA-256',
  },
  {
    curve: 'P-384',
    kty: EC2,
    crv: 2,
    bytes: 48,
    algorithms: [-35, -51],
    rests: ['ECDSA', 'P-384', 'SHA-384'],
    scheme: 'ecdsa-p384',
    hash: 'SHA-384',
  },
  {
    curve: 'P-521',
    kty: EC2,
    crv: 3,
    bytes: 66,
    algorithms: [-36, -52],
    rests: ['ECDSA', 'P-521', 'SHA-512'],
    scheme: 'ecdsa-p521',
    hash: 'SHA-512',
  },
] as const;

type Curve = (typeof CURVES)[number];

/** SubjectPublicKeyInfo up to the bytes of the key (RFC 8410 §4, RFC 5480 §2). */
const SPKI_PREFIXES: Readonly<Record<Curve['curve'], readonly number[]>> = {
  Ed25519: [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0],
  'P-256': [
    ...[0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1],
    ...[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 3, 0x42, 0, 4],
  ],
  'P-384': [
    ...[0x30, 0x76, 0x30, 0x10, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1],
    ...[6, 5, 0x2b, 0x81, 4, 0, 0x22, 3, 0x62, 0, 4],
  ],
  'P-521': [
    ...[0x30, 0x81, 0x9b, 0x30, 0x10, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1],
    ...[6, 5, 0x2b, 0x81, 4, 0, 0x23, 3, 0x81, 0x86, 0, 4],
  ],
};

function curveOf({ curve }: ReceiptKey): Curve {
  const found = CURVES.find((one) => one.curve === curve);
  if (found === undefined) throw new ProofError('invalid_argument', `unknown curve ${curve}`);
  return found;
}

/** How a receipt of this algorithm is checked with this key. Undefined if the two do not fit. */
export function methodOf(key: ReceiptKey, algorithm: number): SignatureMethod | undefined {
  const curve = curveOf(key);
  if (!curve.algorithms.some((known) => known === algorithm)) return undefined;
  return curve.curve === 'Ed25519' ? { scheme: 'ed25519' } : { scheme: curve.scheme, hash: curve.hash };
}

/** Converts COSE's r ‖ s (RFC 9053 §2.1) into the DER that engines take. Undefined if its length is wrong. */
export function signatureFor(key: ReceiptKey, signature: Uint8Array): Uint8Array | undefined {
  const { curve, bytes } = curveOf(key);
  if (signature.length !== 2 * bytes) return undefined;
  if (curve === 'Ed25519') return signature;
  return derSequence(derInteger(signature.subarray(0, bytes)), derInteger(signature.subarray(bytes)));
}

/** All keys in a text that the verifier gave, except ML-DSA-44 keys: receipts are signed with elliptic curves. */
export async function readReceiptKeys(engine: CryptoEngine, text: string): Promise<readonly ReceiptKey[]> {
  if (text.startsWith(COSE_PREFIX)) return readCoseKeys(parseBase64(text.slice(COSE_PREFIX.length)));
  const key = await decodeNoteKey(engine, text);
  return key.scheme === 'ed25519' ? [ofLog(key)] : [];
}

function ofLog({ id, name, publicKey }: NoteKey): ReceiptKey {
  return { ...ed25519(publicKey), id, name };
}

function ed25519(publicKey: Uint8Array): ReceiptKey {
  const spkiDer = concatBytes(Uint8Array.from(SPKI_PREFIXES.Ed25519), publicKey);
  return { id: undefined, name: undefined, rests: ['Ed25519', 'SHA-512'], spkiDer, curve: 'Ed25519' };
}

/** RFC 9052 §7: in a set, a key of a kind that the reader does not know is ignored. */
function readCoseKeys(bytes: Uint8Array | undefined): readonly ReceiptKey[] {
  if (bytes === undefined) throw malformed('behind `cose:` there is no base64');
  const item = decodeCbor(bytes);
  const items = isCborArray(item) ? item : [item];
  const keys = items.slice(0, MAX_KEYS).flatMap((one) => readCoseKey(one) ?? []);
  if (keys.length === 0) throw malformed('there is no COSE key of Ed25519, P-256, P-384 or P-521');
  return keys;
}

function readCoseKey(item: CborItem): ReceiptKey | undefined {
  if (!isCborMap(item)) return undefined;
  if (item.has(LABEL.d)) throw malformed('this is a private key: nobody but its owner should have it');
  const curve = CURVES.find(({ kty, crv }) => item.get(LABEL.kty) === kty && item.get(LABEL.crv) === crv);
  const id = item.get(LABEL.kid);
  const algorithm = item.get(LABEL.alg);
  const point = curve && pointOf(item, curve);
  if (point === undefined || curve === undefined) return undefined;
  if (algorithm !== undefined && !curve.algorithms.some((known) => known === algorithm)) return undefined;
  return {
    id: id instanceof Uint8Array ? id : undefined,
    name: undefined,
    rests: curve.rests,
    spkiDer: concatBytes(Uint8Array.from(SPKI_PREFIXES[curve.curve]), point),
    curve: curve.curve,
  };
}

/** The bytes of the key. Undefined for a compressed point, which not every platform can read. */
function pointOf(key: CborMap, { kty, bytes }: Curve): Uint8Array | undefined {
  const [x, y] = [key.get(LABEL.x), key.get(LABEL.y)];
  if (!(x instanceof Uint8Array) || x.length !== bytes) return undefined;
  if (kty === OKP) return x;
  return y instanceof Uint8Array && y.length === bytes ? concatBytes(x, y) : undefined;
}

/** The keys of a log, as a COSE_KeySet. Keys of ML-DSA-44 sign no receipts, and are left out. */
export async function encodeCoseKeys(engine: CryptoEngine, vkeys: readonly string[]): Promise<Uint8Array> {
  const keys = await Promise.all(vkeys.map((vkey) => decodeNoteKey(engine, vkey)));
  return encodeCbor(
    keys
      .filter(({ scheme }) => scheme === 'ed25519')
      .map(
        ({ id, publicKey }) =>
          new Map<number, CborItem>([
            [LABEL.kty, OKP],
            [LABEL.kid, id],
            [LABEL.alg, ED_DSA],
            [LABEL.crv, 6],
            [LABEL.x, publicKey],
          ]),
      ),
  );
}

/** Names a key for messages. */
export function nameKey({ id, curve }: ReceiptKey): string {
  return id === undefined ? `a key on ${curve}` : `the key ${encodeHex(id)}`;
}

function malformed(message: string): ProofError {
  return new ProofError('receipt_malformed', message);
}
