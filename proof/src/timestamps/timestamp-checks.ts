/**
 * The requirements on a time stamp, one function each. Each returns findings. Whether a defect with a quirk code is
 * tolerated is decided later, when the authority is known.
 */

import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import {
  parseStrongHash,
  resolveSignatureMethod,
  type StrongHash,
  weaknessOf,
} from '../crypto/algorithms.ts';
import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import { readAsn1Time, readUtcTime } from '../encoding/asn1-time.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import { type DerElement, readOctetString, readOid, TAG } from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { Quirk, TrustProfile } from '../x509/trust-profile.ts';
import { KEY_USAGE, type SigningCertificate } from '../x509/x509.ts';
import { namesCertificate, readEssCertificateIds } from './ess-certificate.ts';
import { isInEconomiaArc } from './nom151.ts';
import type { SignerInfo, TimestampResponse, TimestampToken } from './timestamp.ts';

export type CheckName =
  | 'structure'
  | 'status'
  | 'imprint'
  | 'nonce'
  | 'policy'
  | 'gen_time'
  | 'time_syntax'
  | 'signer_certificate'
  | 'message_digest'
  | 'signature'
  | 'ess_certificate'
  | 'certificate_profile'
  | 'chain';

export type TimestampFinding = CheckOutcome<CheckName> & {
  /** Set on a failure that is tolerated from some authorities. */
  quirk?: Quirk;
};

export type ExpectedTimestamp = {
  /** Digest of the stamped document; without it the token is not tied to any document. */
  digest?: { algorithm: StrongHash; value: Uint8Array };
  /** The nonce that was sent; undefined or `absent-ok` for a token verified without its request. */
  nonce?: bigint | Uint8Array | 'absent-ok';
  /** The requested policy. */
  policy?: string;
  /** For a response just received: allowed difference from the receiver's clock. */
  time?: { at: Date; toleranceMs: number };
};

/** More certificates than any genuine token has, and few enough to process. */
const MAX_CERTIFICATES = 32;

export function checkStructure(token: TimestampToken): TimestampFinding[] {
  const { info } = token;
  if (token.signerInfos.length !== 1) {
    // RFC 3161 §2.4.2: one signature, the authority's. With two, two readers could pick different ones.
    return [fail('structure', `the token has ${token.signerInfos.length} signers; there must be one`)];
  }
  if (token.certificates.length > MAX_CERTIFICATES) {
    return [fail('structure', `the token holds ${token.certificates.length} certificates`)];
  }
  if (info.criticalExtensions.length > 0) {
    return [fail('structure', `the token has the unknown critical extension ${info.criticalExtensions[0]}`)];
  }
  const findings: TimestampFinding[] = [
    pass('structure', 'one well-formed RFC 3161 time stamp, with nothing left over'),
  ];
  if (info.serialNegative) {
    findings.push(
      defect('structure', 'negative_serial', `the serial number ${info.serialHex} is written as negative`),
    );
  }
  if (token.attributeCertificateCount > 0) {
    const message = `${token.attributeCertificateCount} attribute certificate(s) among the certificates were not read`;
    findings.push(defect('structure', 'attribute_certificate_ignored', message));
  }
  return findings;
}

/** RFC 3161 §2.4.2: only granted (0) and grantedWithMods (1) come with a token, and neither comes with a failure. */
export function checkStatus({ status, statusText, failInfo, token }: TimestampResponse): TimestampFinding {
  if (status === undefined) return pass('status', 'a bare token has no status');
  const details = [...failInfo, ...statusText].join(', ');
  if (status > 1 || failInfo.length > 0) {
    return fail(
      'status',
      `the authority answered with status ${status}${details === '' ? '' : ` (${details})`}`,
    );
  }
  return token === undefined
    ? fail('status', 'the authority says granted but sent no token')
    : pass('status', status === 0 ? 'granted' : 'granted with modifications');
}

export function checkImprint({ info }: TimestampToken, expected: ExpectedTimestamp): TimestampFinding {
  const { algorithm, algorithmOid, digest } = info.imprint;
  if (algorithm === undefined)
    return fail('imprint', `the digest algorithm ${algorithmOid} is weak or unknown`);
  if (digest.length !== HASHES[algorithm].bytes) {
    return fail('imprint', `the stamped digest has ${digest.length} bytes, which is no ${algorithm}`);
  }
  if (expected.digest === undefined) return skip('imprint', 'no document was given to compare with');
  if (expected.digest.algorithm !== algorithm) {
    return fail('imprint', `the token stamps a ${algorithm} digest, not ${expected.digest.algorithm}`);
  }
  return equalBytes(expected.digest.value, digest)
    ? pass('imprint', `the token stamps this document's ${algorithm}`)
    : fail('imprint', `the digest does not match: the token stamps ${encodeHex(digest)}`);
}

export function checkNonce({ info }: TimestampToken, { nonce }: ExpectedTimestamp): TimestampFinding {
  if (nonce === undefined || nonce === 'absent-ok')
    return skip('nonce', 'no nonce was given to compare with');
  if (info.nonce === undefined) {
    // RFC 3161 §2.4.2: such a response could be a replay of an old, properly signed one.
    return defect('nonce', 'nonce_absent', 'a nonce was sent and the token has none');
  }
  const sent = typeof nonce === 'bigint' ? nonce : BigInt(`0x0${encodeHex(nonce)}`);
  return info.nonce === sent
    ? pass('nonce', 'the nonce came back')
    : fail('nonce', 'the token has another nonce');
}

/** A new token's time far from the requester's clock means a replay or a wrong clock. */
export function checkGenTime({ info }: TimestampToken, { time }: ExpectedTimestamp): TimestampFinding {
  if (time === undefined) return skip('gen_time', 'no clock was given to compare with');
  const distanceMs = Math.abs(info.genTime.getTime() - time.at.getTime());
  return distanceMs <= time.toleranceMs
    ? pass('gen_time', `${info.genTimeText} agrees with the clock`)
    : fail('gen_time', `${info.genTimeText} is ${Math.round(distanceMs / 1000)} seconds off the clock`);
}

/** RFC 5652 §11.3. The attribute is optional; the time that counts is genTime. */
export function checkTimeSyntax(signerInfo: SignerInfo): TimestampFinding {
  const values = signerInfo.signedAttributes.get(OID.signingTime);
  if (values === undefined) return pass('time_syntax', 'all times are well-formed');
  return attempt('time_syntax', () => {
    const value = singleValue(values, 'signingTime');
    const isUtcTime = value.tag === TAG.utcTime;
    const { fraction } = isUtcTime ? readUtcTime(value, { allowFraction: true }) : readAsn1Time(value);
    if (isUtcTime && fraction !== '') {
      return defect('time_syntax', 'signing_time_syntax', 'signingTime is a UTCTime with fractional seconds');
    }
    return pass('time_syntax', 'all times are well-formed');
  });
}

/** RFC 5652 §5.4 and §11: the signed attributes must name the content's type and its digest. */
export async function checkMessageDigest(
  engine: CryptoEngine,
  token: TimestampToken,
  signerInfo: SignerInfo,
): Promise<TimestampFinding> {
  const hash = parseStrongHash(signerInfo.digestAlgorithmOid);
  if (hash === undefined) {
    return fail('message_digest', `the digest algorithm ${signerInfo.digestAlgorithmOid} is weak or unknown`);
  }
  const actual = await engine.digest(hash, token.infoDer);
  return attempt('message_digest', () => {
    const { signedAttributes } = signerInfo;
    const type = readOid(singleValue(signedAttributes.get(OID.contentType), 'contentType'));
    const signed = readOctetString(singleValue(signedAttributes.get(OID.messageDigest), 'messageDigest'));
    if (type !== OID.tstInfo) return fail('message_digest', 'the signed content type is not TSTInfo');
    return equalBytes(signed, actual)
      ? pass('message_digest', 'the signed digest is that of the time-stamp information')
      : fail('message_digest', 'the time-stamp information was changed after signing');
  });
}

export async function checkSignature(
  engine: CryptoEngine,
  signerInfo: SignerInfo,
  signer: SigningCertificate,
): Promise<TimestampFinding> {
  const weakness = weaknessOf(signer.publicKey);
  if (weakness !== undefined) return fail('signature', weakness);
  const { signatureAlgorithm, digestAlgorithmOid, signature, signedAttributesDer } = signerInfo;
  try {
    const method = resolveSignatureMethod(
      signatureAlgorithm,
      signer.publicKey,
      parseStrongHash(digestAlgorithmOid),
    );
    const good = await verifySignature(engine, {
      ...method,
      spkiDer: signer.spkiDer,
      signature,
      data: signedAttributesDer,
    });
    return good
      ? pass('signature', `signed by ${signer.subject.commonName ?? signer.subject.text}`)
      : fail('signature', 'the signature is not that of the signer');
  } catch (error) {
    return failedBy('signature', error);
  }
}

/** RFC 3161 §2.4.1, RFC 5816: at least one ESS attribute, and every one names the signer. */
export async function checkEssCertificate(
  engine: CryptoEngine,
  signerInfo: SignerInfo,
  { certificate, sha256 }: { certificate: SigningCertificate; sha256: Uint8Array | undefined },
): Promise<TimestampFinding> {
  try {
    const ids = readEssCertificateIds(signerInfo);
    if (ids.length === 0) return fail('ess_certificate', 'the signature does not name its certificate');
    for (const id of ids) {
      const isKnown = id.hash === 'SHA-256' && sha256 !== undefined;
      const digest = isKnown ? sha256 : await engine.digest(id.hash, certificate.der);
      if (!equalBytes(id.digest, digest) || !namesCertificate(id, certificate)) {
        const message = `the signature names a certificate (${id.hash} ${encodeHex(id.digest.subarray(0, 64))}) other than the signer's`;
        return defect('ess_certificate', 'ess_mismatch', message);
      }
    }
    return pass('ess_certificate', "the signature names the signer's certificate");
  } catch (error) {
    return failedBy('ess_certificate', error);
  }
}

/** Takes the chain, because whether an unmarked certificate can be tolerated depends on who issued it. */
export function checkCertificateProfile(
  signer: SigningCertificate,
  chain: SigningChain | undefined,
): TimestampFinding {
  const { keyUsage, extendedKeyUsage, unknownCriticalExtensions } = signer;
  if (unknownCriticalExtensions.length > 0) {
    return fail('certificate_profile', `unknown critical extension ${unknownCriticalExtensions[0]}`);
  }
  const maySign =
    keyUsage === undefined ||
    keyUsage.has(KEY_USAGE.digitalSignature) ||
    keyUsage.has(KEY_USAGE.nonRepudiation);
  if (!maySign) return fail('certificate_profile', 'the key may not be used for signatures');
  // RFC 3161 §2.3: timeStamping must be the only purpose, and critical.
  const oids = extendedKeyUsage?.oids ?? [];
  const exact = oids.length === 1 && oids[0] === OID.timeStamping && extendedKeyUsage?.critical === true;
  if (exact) return pass('certificate_profile', 'a certificate for time stamping and nothing else');
  const message = 'the certificate is not marked for time stamping alone, as RFC 3161 demands';
  // The accredited root certifies only providers, so an unmarked certificate that it issued may be tolerated. A
  // provider certifies the public: an unmarked certificate below an intermediate may belong to any citizen and must
  // never sign time stamps.
  const issuedByRoot = chain === undefined || chain.length <= 2;
  return issuedByRoot
    ? defect('certificate_profile', 'eku_missing', message)
    : fail('certificate_profile', message);
}

export function checkPolicy(
  { info }: TimestampToken,
  expected: ExpectedTimestamp,
  profile: TrustProfile | undefined,
): TimestampFinding {
  const { policy } = info;
  if (expected.policy !== undefined && expected.policy !== policy) {
    return fail('policy', `the token was issued under ${policy}, not under ${expected.policy}`);
  }
  if (profile === undefined) return skip('policy', 'no trusted authority, so no list of policies applies');
  if (profile.policies === 'any' || profile.policies.includes(policy))
    return pass('policy', `issued under ${policy}`);
  return isInEconomiaArc(policy)
    ? defect(
        'policy',
        'policy_unknown_in_arc',
        `${policy} is a policy of the Economía arc that is not known here`,
      )
    : fail('policy', `${policy} is not a policy of ${profile.name}`);
}

function defect(name: CheckName, quirk: Quirk, because: string): TimestampFinding {
  return { name, outcome: 'fail', because, quirk };
}

function attempt(name: CheckName, check: () => TimestampFinding): TimestampFinding {
  try {
    return check();
  } catch (error) {
    return failedBy(name, error);
  }
}

/** RFC 5652 §11: each attribute used here has exactly one value. */
function singleValue(values: readonly DerElement[] | undefined, attribute: string): DerElement {
  const [value, second] = values ?? [];
  if (value === undefined || second !== undefined) {
    throw new ProofError('timestamp_malformed', `the signed attribute ${attribute} must have one value`);
  }
  return value;
}
