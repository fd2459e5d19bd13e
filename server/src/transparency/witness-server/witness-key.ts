/** The key of a witness, in the one-line form of signed notes: `PRIVATE+KEY+<name>+<id>+<base64 of 04 and the seed>`. */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import { encodeWitnessKey } from '@sello/proof';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';

export type WitnessKey = {
  name: string;
  /** The public part, for logs and verifiers. */
  vkey: string;
  sign: (bytes: Uint8Array) => Uint8Array;
};

const COSIGNATURE_TYPE = 0x04;
const SEED_BYTES = 32;
/** The start of an Ed25519 key in PKCS #8 (RFC 8410 §7); its seed follows. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a key: the text to store, and its verifier key. */
export async function makeWitnessKey(
  ports: { crypto: CryptoEngine; randomBytes: RandomBytes },
  name: string,
): Promise<{ text: string; key: WitnessKey }> {
  if (!/^[^\s+\p{Cc}]{1,200}$/u.test(name)) throw badName(name);
  const seed = Buffer.from(ports.randomBytes(SEED_BYTES));
  const key = await keyOf(ports, name, seed);
  const [, id = ''] = key.vkey.split('+');
  const data = Buffer.concat([Buffer.of(COSIGNATURE_TYPE), seed]).toString('base64');
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
  if (data.length !== 1 + SEED_BYTES || data[0] !== COSIGNATURE_TYPE) return undefined;
  const key = await keyOf(ports, name, data.subarray(1));
  return key.vkey.split('+')[1] === id ? key : undefined;
}

async function keyOf({ crypto }: { crypto: CryptoEngine }, name: string, seed: Buffer): Promise<WitnessKey> {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  return {
    name,
    vkey: await encodeWitnessKey(crypto, name, publicKey),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}

function badName(name: string): OperatorError {
  return new OperatorError({
    en: `"${name}" cannot be the name of a witness: use an address without scheme, such as witness.example.com/w1, without spaces and plus signs.`,
    es: `"${name}" no puede ser el nombre de un testigo: use una dirección sin esquema, como testigo.example.com/t1, sin espacios ni signos de más.`,
  });
}
