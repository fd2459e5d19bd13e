/** What an `eddsa-rdfc-2022` proof signs (VC Data Integrity EdDSA 1.0, 3.2). */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';

export const CRYPTOSUITE = 'eddsa-rdfc-2022';

/** RDF Dataset Canonicalization of a JSON-LD document. It is a large library, so the caller supplies it. */
export type Canonize = (document: object) => Promise<string>;

export type SecuredDocument = { '@context': unknown; proof?: unknown };

/**
 * The settings that every library of this suite uses for canonicalization. With `safe`, a term without a definition is
 * refused instead of ignored.
 */
export const CANONIZE_OPTIONS = {
  algorithm: 'RDFC-1.0',
  format: 'application/n-quads',
  base: null,
  safe: true,
  rdfDirection: 'i18n-datatype',
} as const;

/** The statements that are signed, as canonical N-Quads: the same for every spelling of a credential. */
export type SignedTexts = { settings: string; document: string };

/** The proof's own settings, which are empty for a JWT, and the document without its proof. */
export async function signedTexts(
  canonize: Canonize,
  document: SecuredDocument,
  proof: Record<string, unknown> | undefined,
): Promise<SignedTexts> {
  const { proof: _proofs, ...unsecured } = document;
  const { proofValue: _value, ...settings } = proof ?? {};
  return {
    settings: proof === undefined ? '' : await canonize({ '@context': document['@context'], ...settings }),
    document: await canonize(unsecured),
  };
}

/** The SHA-256 of the settings followed by the SHA-256 of the document. */
export async function signedBytes(
  { digest }: Pick<CryptoEngine, 'digest'>,
  { settings, document }: SignedTexts,
): Promise<Uint8Array> {
  const hash = async (text: string) => digest('SHA-256', encodeUtf8(text));
  return concatBytes(await hash(settings), await hash(document));
}
