/// <reference path="../../server/src/memberships/badges/jsonld.d.ts" />
/** What the verifier of badges needs from its environment, in Node. */

import { createPublicKey, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type BadgeTools, CANONIZE_OPTIONS, loadContext } from '@sello/proof/badges';
import jsonld from 'jsonld';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';

export function nodeBadgeTools(get: BadgeTools['get'], now = () => new Date()): BadgeTools {
  return {
    digest: nodeCryptoEngine.digest,
    canonize: (document) => jsonld.canonize(document, { ...CANONIZE_OPTIONS, documentLoader: loadContext }),
    verifyEd25519: (publicKey, signature, data) => verify(null, data, keyOf(publicKey), signature),
    gunzip: (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength }),
    get,
    now,
  };
}

function keyOf(raw: Uint8Array) {
  const x = Buffer.from(raw).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
