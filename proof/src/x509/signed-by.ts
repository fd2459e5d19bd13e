/** Checks who signed a certificate, a revocation list or an OCSP answer. */
import { type AlgorithmIdentifier, resolveSignatureMethod, weaknessOf } from '../crypto/algorithms.ts';
import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import { ProofError } from '../proof-error.ts';
import type { SigningCertificate } from './x509.ts';

type Signed = { tbs: Uint8Array; signatureAlgorithm: AlgorithmIdentifier; signature: Uint8Array };

/** Throws a `ProofError` unless the key of `signer` is strong enough and made the signature. */
export async function assertSignedBy(
  engine: CryptoEngine,
  { tbs, signatureAlgorithm, signature }: Signed,
  { publicKey, spkiDer, subject }: SigningCertificate,
): Promise<void> {
  const name = `"${subject.commonName ?? subject.text}"`;
  const weakness = weaknessOf(publicKey);
  if (weakness !== undefined) throw new ProofError('unsupported_algorithm', `${name}: ${weakness}`);
  const method = resolveSignatureMethod(signatureAlgorithm, publicKey);
  const isGood = await verifySignature(engine, { ...method, spkiDer, signature, data: tbs });
  if (!isGood) throw new ProofError('revocation_unusable', `the signature is not that of ${name}`);
}
