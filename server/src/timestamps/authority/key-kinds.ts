/** The kinds of keys that the embedded authority may have, one line each; SELLO_TSA_KEY chooses one. */

import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import type { IssuingAlgorithm } from '@sello/proof';

type KindOfKey = {
  algorithm: IssuingAlgorithm;
  /** The digest name for node:crypto. */
  digest: string;
  isQuick: boolean;
  generate(): Promise<{ publicKey: crypto.KeyObject; privateKey: crypto.KeyObject }>;
};

const generate = promisify(crypto.generateKeyPair);

/**
 * The kinds of keys. OpenSSL, Bouncy Castle and browsers can verify all of them. With `p384` the whole token rests on
 * SHA-384, so that it shares neither curve nor digest with the default. `proof/` supports ML-DSA, but it is not
 * offered here; docs/proof-format.md, section 11, says what is missing.
 */
export const KEY_KINDS = {
  p256: {
    algorithm: 'ecdsa-p256-sha256',
    digest: 'sha256',
    isQuick: true,
    generate: () => generate('ec', { namedCurve: 'P-256' }),
  },
  p384: {
    algorithm: 'ecdsa-p384-sha384',
    digest: 'sha384',
    isQuick: true,
    generate: () => generate('ec', { namedCurve: 'P-384' }),
  },
  rsa2048: {
    algorithm: 'rsa-pkcs1-sha256',
    digest: 'sha256',
    isQuick: false,
    generate: () => generate('rsa', { modulusLength: 2048 }),
  },
  rsa3072: {
    algorithm: 'rsa-pkcs1-sha256',
    digest: 'sha256',
    isQuick: false,
    generate: () => generate('rsa', { modulusLength: 3072 }),
  },
} as const satisfies Readonly<Record<string, KindOfKey>>;

export type KeyKind = keyof typeof KEY_KINDS;

export const KEY_KIND_NAMES = Object.keys(KEY_KINDS) as readonly KeyKind[];
