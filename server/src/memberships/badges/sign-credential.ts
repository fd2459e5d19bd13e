/// <reference path="./jsonld.d.ts" />
/** Signs credentials with `eddsa-rdfc-2022`. Ed25519 is deterministic: the same credential gives the same bytes. */

import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  CANONIZE_OPTIONS,
  type Canonize,
  CRYPTOSUITE,
  encodeMultibase58,
  loadContext,
  type SecuredDocument,
  signedBytes,
  signedTexts,
} from '@sello/proof/badges';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';

export type SigningKey = {
  /** The identifier of the key, such as `did:web:…#key-1`. */
  id: string;
  privateKey: KeyObject;
};

/**
 * `created` must be a time that is stored with the record and not the current time, so that signing again gives the
 * same bytes.
 */
export async function signCredential<Credential extends SecuredDocument>(
  credential: Credential,
  { id, privateKey }: SigningKey,
  created: string,
  canonizer: Canonize = canonizeInTurn,
) {
  const settings = {
    type: 'DataIntegrityProof',
    cryptosuite: CRYPTOSUITE,
    created,
    verificationMethod: id,
    proofPurpose: 'assertionMethod',
  };
  const texts = await signedTexts(canonizer, credential, settings);
  const bytes = await signedBytes(nodeCryptoEngine, texts);
  // The proof is in a list of one, because the JSON Schema of Open Badges asks for a list.
  return {
    ...credential,
    proof: [{ ...settings, proofValue: encodeMultibase58(sign(null, bytes, privateKey)) }],
  };
}

/** The start of an Ed25519 key in PKCS #8 (RFC 8410). The 32 bytes of the key follow it. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/**
 * Canonicalizing takes some milliseconds of the main thread, so it is done for one credential at a time, with other
 * work in between. For the same reason nothing is signed at a stranger's request: badges are made for callers with a
 * key and then stored, and a status list is signed only after a revocation.
 */
const canonizeInTurn: Canonize = (document) => {
  const turn = last.then(breathe).then(() => canonize(document));
  last = turn.catch(() => undefined);
  return turn;
};

let last: Promise<unknown> = Promise.resolve();

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The library is large and few servers need it, so it is loaded when the first badge is made. */
export async function canonize(document: object): Promise<string> {
  const { default: jsonld } = await import('jsonld');
  return jsonld.canonize(document, { ...CANONIZE_OPTIONS, documentLoader: loadContext });
}
