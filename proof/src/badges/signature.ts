/** What an `eddsa-rdfc-2022` proof signs (VC Data Integrity EdDSA 1.0, 3.2). */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';

export const CRYPTOSUITE = 'eddsa-rdfc-2022';

/** RDF Dataset Canonicalization of a JSON-LD document. It is a large library, so whoever calls brings it. */
export type Canonize = (document: object) => Promise<string>;

export type SecuredDocument = { '@context': unknown; proof?: unknown };

/** The settings with which every library of this suite calls the algorithm. `safe`: words without a meaning are refused. */
export const CANONIZE_OPTIONS = {
  algorithm: 'RDFC-1.0',
  format: 'application/n-quads',
  base: null,
  safe: true,
  rdfDirection: 'i18n-datatype',
} as const;

/** SHA-256 of the proof's own settings, then of the document without its proof. */
export async function signedBytes(
  { digest }: Pick<CryptoEngine, 'digest'>,
  canonize: Canonize,
  document: SecuredDocument,
  proof: Record<string, unknown>,
): Promise<Uint8Array> {
  const { proof: _proofs, ...unsecured } = document;
  const { proofValue: _value, ...settings } = proof;
  const hash = async (part: object) => digest('SHA-256', encodeUtf8(await canonize(part)));
  return concatBytes(await hash({ '@context': document['@context'], ...settings }), await hash(unsecured));
}
