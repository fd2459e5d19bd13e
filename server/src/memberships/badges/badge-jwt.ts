/**
 * Turns an issued credential into a JWT. It is signed with the key that signed the credential's proof. Ed25519 is
 * deterministic, so the text is the same each time and is not stored. Unlike a proof, a JWT needs no canonicalization
 * and takes microseconds, so strangers may request it.
 */

import { sign } from 'node:crypto';
import { compactJws, jwtSigningInput } from '@sello/proof/badges';
import * as read from '../../database/row-reader.ts';
import { type KeyTools, signingKeyNumbered } from './badge-keys.ts';
import { jwtKeyIdOf, keyNumberIn, parseIssuerName } from './issuer.ts';

export async function credentialJwt(tools: KeyTools, text: string): Promise<string> {
  const credential: unknown = JSON.parse(text);
  if (!isIssued(credential)) throw new Error('A stored credential is not one of ours');
  const { id: did } = credential.issuer;
  const owner = parseIssuerName(did.split(':').at(-1) ?? '');
  const number = keyNumberIn(credential.proof[0].verificationMethod);
  if (owner === undefined || number === undefined) throw new Error(`${credential.id} has another issuer`);
  const { privateKey } = await signingKeyNumbered(tools, owner, did, number);
  // A JWT's `sub` must be an address, but the recipient is named only by a hash. This address has a meaning only within
  // the credential.
  const input = jwtSigningInput(credential, {
    kid: jwtKeyIdOf(did, { number }),
    sub: `${credential.id}#recipient`,
  });
  return compactJws(input, sign(null, Buffer.from(input), privateKey));
}

type Issued = Record<string, unknown> & {
  id: string;
  issuer: { id: string };
  validFrom: string;
  credentialSubject: object;
  proof: [{ verificationMethod: string }];
};

function isIssued(value: unknown): value is Issued {
  if (!read.isRecord(value) || !read.isRecord(value.issuer) || !read.isRecord(value.credentialSubject))
    return false;
  const [proof] = Array.isArray(value.proof) ? value.proof : [];
  const texts = [
    value.id,
    value.issuer.id,
    value.validFrom,
    read.isRecord(proof) && proof.verificationMethod,
  ];
  return texts.every((text) => typeof text === 'string');
}
