/** Ethereum's keys, addresses and hash, with Node's own crypto. */

import { createECDH, hash } from 'node:crypto';
import { encodeHex } from '@sello/proof';

/** An address: 20 bytes in hexadecimal with 0x, in lower case. */
export type AddressHex = `0x${string}`;

/** Keccak-256. Node's is many times faster than the portable one, which matters when a long chain is opened. */
export function keccak(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = hash('keccak-256', bytes, 'buffer');
  return new Uint8Array(buffer, byteOffset, length);
}

export function addressHex(bytes: Uint8Array): AddressHex {
  return `0x${encodeHex(bytes)}`;
}

/** The address of a key: the last 20 bytes of the Keccak-256 of the public key without its first octet. */
export function addressOfKey(privateKey: Uint8Array): AddressHex {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(privateKey);
  return addressHex(keccak(pair.getPublicKey().subarray(1)).subarray(12));
}

/** Whether the bytes are a private key: a number from 1 to below the order of the curve. */
export function isPrivateKey(key: Uint8Array): boolean {
  if (key.length !== 32) return false;
  try {
    createECDH('secp256k1').setPrivateKey(key);
    return true;
  } catch {
    return false;
  }
}
