/** Finds the certificate of a time stamp's signer. */

import { fail, failedBy } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import type { ChainCache, KnownSigner } from '../x509/chain-cache.ts';
import { decodeSigningCertificate, parseSigningCertificate, type SigningCertificate } from '../x509/x509.ts';
import { readEssCertificateIds } from './ess-certificate.ts';
import type { SignerInfo, TimestampToken } from './timestamp.ts';
import type { TimestampFinding } from './timestamp-checks.ts';

export type TokenSigner = {
  certificate: SigningCertificate;
  /** SHA-256 of the certificate; undefined if there is no cache. */
  sha256: Uint8Array | undefined;
  known: KnownSigner | undefined;
};

/**
 * RFC 5652 §5.3: the SignerInfo names the signer's certificate. Its position in the set means nothing: anyone
 * can add certificates to a token or reorder them.
 */
export async function findSigner(
  engine: CryptoEngine,
  token: TimestampToken,
  signerInfo: SignerInfo,
  extraCertificates: readonly Uint8Array[],
  cache: ChainCache | undefined,
): Promise<TokenSigner | TimestampFinding> {
  try {
    const der = await chooseSigner(
      engine,
      signerInfo,
      namedCertificates(token, signerInfo, extraCertificates),
    );
    if (der === undefined) return fail('signer_certificate', "the signer's certificate is not at hand");
    const sha256 = cache && (await engine.digest('SHA-256', der));
    const known = sha256 && cache.get(encodeHex(sha256));
    // The certificate is copied, because it may be cached and must not change with the token's buffer.
    const certificate = known?.certificate ?? decodeSigningCertificate(new Uint8Array(der));
    return { certificate, sha256, known };
  } catch (error) {
    return failedBy('signer_certificate', error);
  }
}

/** Unreadable certificates are skipped: anyone can add some to a token. */
export function parseCertificates(ders: readonly Uint8Array[]): SigningCertificate[] {
  return ders.flatMap((der) => parseSigningCertificate(der) ?? []);
}

/**
 * Chooses the signer among certificates with the same issuer and serial number by the ESS digest, because one of them
 * may be forged.
 */
async function chooseSigner(
  engine: CryptoEngine,
  signerInfo: SignerInfo,
  named: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  if (named.length < 2) return named[0];
  const [id] = readEssCertificateIds(signerInfo);
  for (const der of named) {
    if (id !== undefined && equalBytes(id.digest, await engine.digest(id.hash, der))) return der;
  }
  return named[0];
}

function namedCertificates(
  token: TimestampToken,
  { signer }: SignerInfo,
  extraCertificates: readonly Uint8Array[],
): Uint8Array[] {
  if (signer.by === 'key-id') {
    const all = parseCertificates([...token.certificates.map(({ der }) => der), ...extraCertificates]);
    return all
      .filter(({ subjectKeyId }) => subjectKeyId && equalBytes(subjectKeyId, signer.keyId))
      .map(({ der }) => der);
  }
  const isNamed = (issuerDer: Uint8Array, serialDer: Uint8Array): boolean =>
    equalBytes(issuerDer, signer.issuerDer) && equalBytes(serialDer, signer.serialDer);
  const embedded = token.certificates.filter(
    ({ identity }) => identity && isNamed(identity.issuerDer, identity.serialDer),
  );
  if (embedded.length > 0) return embedded.map(({ der }) => der);
  return parseCertificates(extraCertificates)
    .filter(({ issuer, serialDer }) => isNamed(issuer.der, serialDer))
    .map(({ der }) => der);
}
