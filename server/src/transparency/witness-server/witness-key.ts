/**
 * The key of a witness, in the one-line form of signed notes: `PRIVATE+KEY+<name>+<id>+<base64 of type and seed>`. The
 * type is 04 for Ed25519 and 06 for ML-DSA-44.
 */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { CryptoEngine, NoteScheme } from '@sello/proof';
import { encodeWitnessKey } from '@sello/proof';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';

export type WitnessKey = {
  name: string;
  /** The public part, for logs and verifiers. */
  vkey: string;
  sign: (bytes: Uint8Array) => Uint8Array;
};

/** `prefix` is the start of a key in PKCS #8 (RFC 8410 §7, RFC 9881 §6); its seed follows. */
type KeyKind = { algorithm: NoteScheme; type: number; prefix: Buffer; publicBytes: number };

const KINDS: readonly KeyKind[] = [
  {
    algorithm: 'ed25519',
    type: 0x04,
    prefix: Buffer.from('302e020100300506032b657004220420', 'hex'),
    publicBytes: 32,
  },
  {
    algorithm: 'ml-dsa-44',
    type: 0x06,
    prefix: Buffer.from('3034020100300b060960864801650304031104228020', 'hex'),
    publicBytes: 1312,
  },
];
export const WITNESS_ALGORITHMS: readonly NoteScheme[] = KINDS.map(({ algorithm }) => algorithm);
/** The size of a seed, the same for both algorithms. */
const SEED_BYTES = 32;

/** Makes a key: the text to store, and its verifier key. */
export async function makeWitnessKey(
  ports: { crypto: CryptoEngine; randomBytes: RandomBytes },
  name: string,
  algorithm: NoteScheme = 'ed25519',
): Promise<{ text: string; key: WitnessKey }> {
  if (!/^[^\s+\p{Cc}]{1,200}$/u.test(name)) throw badName(name);
  const kind = KINDS.find((one) => one.algorithm === algorithm);
  if (kind === undefined) throw new Error(`No witness signs with ${algorithm}`);
  const seed = Buffer.from(ports.randomBytes(SEED_BYTES));
  const key = await keyOf(ports, kind, name, seed);
  const [, id = ''] = key.vkey.split('+');
  const data = Buffer.concat([Buffer.of(kind.type), seed]).toString('base64');
  return { text: `PRIVATE+KEY+${name}+${id}+${data}\n`, key };
}

/** Reads a stored key. Undefined for anything that `makeWitnessKey` does not write. */
export async function readWitnessKey(
  ports: { crypto: CryptoEngine },
  text: string,
): Promise<WitnessKey | undefined> {
  const parts = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\n?$/.exec(text);
  const [, name = '', id, base64 = ''] = parts ?? [];
  const data = Buffer.from(base64, 'base64');
  const kind = KINDS.find(({ type }) => type === data[0]);
  if (data.length !== 1 + SEED_BYTES || kind === undefined) return undefined;
  const key = await keyOf(ports, kind, name, data.subarray(1));
  return key.vkey.split('+')[1] === id ? key : undefined;
}

async function keyOf(
  { crypto }: { crypto: CryptoEngine },
  { prefix, publicBytes }: KeyKind,
  name: string,
  seed: Buffer,
): Promise<WitnessKey> {
  const der = Buffer.concat([prefix, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    name,
    vkey: await encodeWitnessKey(crypto, name, spki.subarray(-publicBytes)),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}

function badName(name: string): OperatorError {
  return new OperatorError({
    en: `"${name}" cannot be the name of a witness: use an address without scheme, such as witness.example.com/w1, without spaces and plus signs.`,
    es: `"${name}" no puede ser el nombre de un testigo: use una dirección sin esquema, como testigo.example.com/t1, sin espacios ni signos de más.`,
  });
}
