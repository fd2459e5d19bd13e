/**
 * Writes the responses of a time-stamping authority (RFC 3161 §2.4.2). Issuing is on the path of every
 * certificate, so everything constant for a signer is encoded once, in `createTimestampSigner`.
 */
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { contextTag, TAG } from '../encoding/der.ts';
import {
  derElement,
  derExplicit,
  derGeneralizedTime,
  derImplicit,
  derInteger,
  derNamedBits,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derUtcTime,
  derUtf8String,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { decodeSigningCertificate } from '../x509/x509.ts';
import { digestAlgorithmIdentifier, type IssuingAlgorithm, type SignBytes } from '../x509/x509-issue.ts';
import { FAIL_INFO_BITS, type FailInfo } from './timestamp.ts';

export type TimestampSignerOptions = {
  engine: CryptoEngine;
  /** The time-stamping unit's own certificate. */
  certificateDer: Uint8Array;
  /** Sent after the signer's if the request asks for certificates; may include the root. */
  issuerCertificates?: readonly Uint8Array[];
  algorithm: IssuingAlgorithm;
  sign: SignBytes;
  /** The only policy under which this signer issues. */
  policy: string;
  accuracyMs: number;
};

/** A signer with everything encoded that does not depend on the request. Opaque to callers. */
export type TimestampSigner = {
  readonly engine: CryptoEngine;
  readonly sign: SignBytes;
  readonly policy: string;
  readonly policyOid: Uint8Array;
  readonly accuracy: Uint8Array;
  readonly contentTypeAttribute: Uint8Array;
  readonly certificateAttribute: Uint8Array;
  readonly certificates: Uint8Array;
  /** SignerInfo up to its signed attributes. */
  readonly signerInfoHead: readonly Uint8Array[];
  readonly signatureAlgorithm: Uint8Array;
};

export async function createTimestampSigner(options: TimestampSignerOptions): Promise<TimestampSigner> {
  const { engine, certificateDer, issuerCertificates = [], algorithm, sign, policy, accuracyMs } = options;
  const certificate = decodeSigningCertificate(certificateDer);
  const certificateHash = await engine.digest('SHA-256', certificateDer);
  const issuerSerial = derSequence(
    derSequence(derExplicit(4, certificate.issuer.der)),
    certificate.serialDer,
  );
  return {
    engine,
    sign,
    policy,
    policyOid: derOid(policy),
    accuracy: encodeAccuracy(accuracyMs),
    contentTypeAttribute: attribute(derOid(OID.contentType), TST_INFO_OID),
    // RFC 5035 §4: the hash algorithm is omitted because SHA-256 is the default.
    certificateAttribute: attribute(
      derOid(OID.signingCertificateV2),
      derSequence(derSequence(derSequence(derOctetString(certificateHash), issuerSerial))),
    ),
    certificates: derImplicit(0, derSetOf(certificateDer, ...issuerCertificates)),
    signerInfoHead: [
      derInteger(1),
      derSequence(certificate.issuer.der, certificate.serialDer),
      digestAlgorithmIdentifier('SHA-256'),
    ],
    signatureAlgorithm: SIGNATURE_ALGORITHMS[algorithm],
  };
}

export type IssueOptions = {
  /** Echoed byte for byte from the request. */
  imprintDer: Uint8Array;
  nonceDer?: Uint8Array | undefined;
  certReq: boolean;
  /** Never used before by this authority; bytes are an unsigned number. */
  serial: bigint | Uint8Array;
  genTime: Date;
};

/** A granted TimeStampResp around a freshly signed token. */
export async function encodeTimestampResponse(
  signer: TimestampSigner,
  options: IssueOptions,
): Promise<Uint8Array> {
  const { imprintDer, nonceDer = NOTHING, certReq, serial, genTime } = options;
  const info = derSequence(
    VERSION_1,
    signer.policyOid,
    imprintDer,
    derInteger(serial),
    derGeneralizedTime(genTime),
    signer.accuracy,
    nonceDer,
  );
  const signedAttributes = derSetOf(
    signer.contentTypeAttribute,
    attribute(SIGNING_TIME_OID, signingTime(genTime)),
    attribute(MESSAGE_DIGEST_OID, derOctetString(await signer.engine.digest('SHA-256', info))),
    signer.certificateAttribute,
  );
  const signature = await signer.sign(signedAttributes);
  const signerInfo = derSequence(
    ...signer.signerInfoHead,
    derImplicit(0, signedAttributes),
    signer.signatureAlgorithm,
    derOctetString(signature),
  );
  const signedData = derSequence(
    VERSION_3,
    DIGEST_ALGORITHMS,
    derSequence(TST_INFO_OID, derExplicit(0, derOctetString(info))),
    certReq ? signer.certificates : NOTHING,
    derElement(TAG.set, signerInfo),
  );
  return derSequence(GRANTED, derSequence(SIGNED_DATA_OID, derExplicit(0, signedData)));
}

/** A TimeStampResp without a token: status rejection, the failInfo bit, and a text. */
export function encodeRejection(failInfo: FailInfo, text: string): Uint8Array {
  return derSequence(
    derSequence(derInteger(2), derSequence(derUtf8String(text)), derNamedBits(FAIL_INFO_BITS[failInfo])),
  );
}

const NOTHING = new Uint8Array(0);
const VERSION_1 = derInteger(1);
const VERSION_3 = derInteger(3);
const GRANTED = derSequence(derInteger(0));
const SIGNED_DATA_OID = derOid(OID.signedData);
const TST_INFO_OID = derOid(OID.tstInfo);
const SIGNING_TIME_OID = derOid(OID.signingTime);
const MESSAGE_DIGEST_OID = derOid(OID.messageDigest);
const DIGEST_ALGORITHMS = derSetOf(digestAlgorithmIdentifier('SHA-256'));
/** RFC 3370 §3.2: for RSA, the SignerInfo names the digest; existing verifiers expect that form. */
const SIGNATURE_ALGORITHMS: Record<IssuingAlgorithm, Uint8Array> = {
  'ecdsa-p256-sha256': derSequence(derOid(OID.ecdsaWithSha256)),
  'rsa-pkcs1-sha256': derSequence(derOid(OID.rsaEncryption), derNull()),
};

function attribute(typeOid: Uint8Array, value: Uint8Array): Uint8Array {
  return derSequence(typeOid, derElement(TAG.set, value));
}

function encodeAccuracy(accuracyMs: number): Uint8Array {
  const seconds = Math.floor(accuracyMs / 1000);
  const millis = Math.round(accuracyMs % 1000);
  return derSequence(
    seconds > 0 ? derInteger(seconds) : NOTHING,
    millis > 0 ? derElement(contextTag(0, 'primitive'), derInteger(millis).subarray(2)) : NOTHING,
  );
}

/** RFC 5652 §11.3: UTCTime through 2049, whole seconds. */
function signingTime(at: Date): Uint8Array {
  return at.getUTCFullYear() < 2050
    ? derUtcTime(at)
    : derGeneralizedTime(new Date(Math.floor(at.getTime() / 1000) * 1000));
}
