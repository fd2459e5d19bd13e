/** The digest over which a signature of a PDF was made, as stated in its signed attributes (RFC 5652 §11.2). */

import { parseStrongHash, readAlgorithmIdentifier, type StrongHash } from '../crypto/algorithms.ts';
import { rewriteAsDer } from '../encoding/ber.ts';
import {
  childrenOf,
  contextTag,
  type DerElement,
  DerFields,
  readDer,
  readExplicit,
  readOctetString,
  readOid,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';

/** Undefined if the message states no digest that can be compared. */
export function signedDigest(message: Uint8Array): { algorithm: StrongHash; value: Uint8Array } | undefined {
  try {
    const outer = new DerFields(readDer(rewriteAsDer(message).der));
    if (readOid(outer.takeAny()) !== OID.signedData) return undefined;
    const signedData = readExplicit(outer.take(contextTag(0, 'constructed')));
    const [signer] = childrenOf(signedData.children.at(-1) ?? signedData, TAG.set);
    return signer && digestOf(signer);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function digestOf(signer: DerElement): { algorithm: StrongHash; value: Uint8Array } | undefined {
  const fields = new DerFields(signer);
  fields.takeAny();
  fields.takeAny();
  const algorithm = parseStrongHash(readAlgorithmIdentifier(fields.takeAny()).oid);
  const attributes = fields.takeOptional(contextTag(0, 'constructed'));
  for (const attribute of attributes?.children ?? []) {
    const [type, values] = attribute.children;
    if (type === undefined || values === undefined || readOid(type) !== OID.messageDigest) continue;
    const [value] = childrenOf(values, TAG.set);
    return value && algorithm && { algorithm, value: readOctetString(value) };
  }
  return undefined;
}
