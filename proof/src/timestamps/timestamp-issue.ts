/**
 * Writes the responses of a time-stamping authority (RFC 3161 §2.4.2). Issuing is on the path of every
 * certificate, so everything constant for a signer is encoded once, in `createTimestampSigner`.
 */
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { contextTag, TAG } from '../encoding/der.ts';
import { DerPage } from '../encoding/der-page.ts';
import {
  derElement,
  derExplicit,
  derGeneralizedTime,
  derImplicit,
  derInteger,
  derNamedBits,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derUtcTime,
  derUtf8String,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { decodeSigningCertificate } from '../x509/x509.ts';
import {
  digestAlgorithmIdentifier,
  type IssuingAlgorithm,
  issuing,
  type SignBytes,
} from '../x509/x509-issue.ts';
import { FAIL_INFO_BITS, type FailInfo } from './timestamp.ts';

export type TimestampSignerOptions = {
  engine: CryptoEngine;
  /** The certificate of the time-stamping unit itself. */
  certificateDer: Uint8Array;
  /** Sent after the signer's certificate if the request asks for certificates. They may include the root. */
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
  /** The encoded SignerInfo up to its signed attributes. */
  readonly signerInfoHead: Uint8Array;
  readonly signatureAlgorithm: Uint8Array;
  /** The digest algorithm of the signed attributes. The imprint's algorithm is determined by the request. */
  readonly hash: StrongHash;
  /** The encoded SignedData up to the content that is signed. */
  readonly signedDataHead: Uint8Array;
  /** Bytes of all parts that do not depend on the request, without the certificates. */
  readonly fixedBytes: number;
};

export async function createTimestampSigner(options: TimestampSignerOptions): Promise<TimestampSigner> {
  const { engine, certificateDer, issuerCertificates = [], algorithm, sign, policy, accuracyMs } = options;
  const certificate = decodeSigningCertificate(certificateDer);
  const { hash, inCertificates, inTokens = inCertificates } = issuing(algorithm);
  const certificateHash = await engine.digest(hash, certificateDer);
  const issuerSerial = derSequence(
    derSequence(derExplicit(4, certificate.issuer.der)),
    certificate.serialDer,
  );
  const signerInfoHead = concatBytes(
    derInteger(1),
    derSequence(certificate.issuer.der, certificate.serialDer),
    digestAlgorithmIdentifier(hash),
  );
  const signedDataHead = concatBytes(VERSION_3, derSetOf(digestAlgorithmIdentifier(hash)));
  return {
    engine,
    sign,
    policy,
    policyOid: derOid(policy),
    accuracy: encodeAccuracy(accuracyMs),
    contentTypeAttribute: attribute(derOid(OID.contentType), TST_INFO_OID),
    certificateAttribute: attribute(
      derOid(OID.signingCertificateV2),
      derSequence(
        derSequence(derSequence(essAlgorithm(hash), derOctetString(certificateHash), issuerSerial)),
      ),
    ),
    certificates: derImplicit(0, derSetOf(certificateDer, ...issuerCertificates)),
    signerInfoHead,
    signatureAlgorithm: inTokens,
    hash,
    signedDataHead,
    fixedBytes:
      signerInfoHead.length +
      signedDataHead.length +
      inTokens.length +
      TST_INFO_OID.length +
      SIGNED_DATA_OID.length +
      GRANTED.length,
  };
}

export type IssueOptions = {
  /** Echoed byte for byte from the request. */
  imprintDer: Uint8Array;
  nonceDer?: Uint8Array | undefined;
  certReq: boolean;
  /** A serial number that this authority has never used before. Bytes are read as an unsigned number. */
  serial: bigint | Uint8Array;
  genTime: Date;
};

/** A granted TimeStampResp around a freshly signed token. */
export async function encodeTimestampResponse(
  signer: TimestampSigner,
  options: IssueOptions,
): Promise<Uint8Array> {
  const info = encodeInfo(signer, options);
  const digest = await signer.engine.digest(signer.hash, info);
  const attributes = derSetOf(
    signer.contentTypeAttribute,
    attribute(SIGNING_TIME_OID, signingTime(options.genTime)),
    attribute(MESSAGE_DIGEST_OID, derOctetString(digest)),
    signer.certificateAttribute,
  );
  return encodeGranted(signer, info, options.certReq, attributes, await signer.sign(attributes));
}

function encodeInfo(signer: TimestampSigner, options: IssueOptions): Uint8Array {
  const { imprintDer, nonceDer = NOTHING, serial, genTime } = options;
  return derSequence(
    VERSION_1,
    signer.policyOid,
    imprintDer,
    derInteger(serial),
    derGeneralizedTime(genTime),
    signer.accuracy,
    nonceDer,
  );
}

/** The most bytes that the headers of eleven nested elements can need. */
const HEADERS_BYTES = 11 * 6;

/** The response is written backwards, so the last fields come first. */
function encodeGranted(
  signer: TimestampSigner,
  info: Uint8Array,
  certReq: boolean,
  attributes: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const certificates = certReq ? signer.certificates : NOTHING;
  const page = new DerPage(
    signer.fixedBytes +
      HEADERS_BYTES +
      info.length +
      certificates.length +
      attributes.length +
      signature.length,
  );
  const end = page.end;
  page.put(signature);
  page.wrap(TAG.octetString, end);
  page.put(signer.signatureAlgorithm);
  // The attributes are tagged [0] IMPLICIT in the message, but the signature covers them with their own tag.
  page.put(attributes.subarray(1));
  page.octet(contextTag(0, 'constructed'));
  page.put(signer.signerInfoHead);
  page.wrap(TAG.sequence, end);
  page.wrap(TAG.set, end);
  page.put(certificates);
  const infoEnd = page.end;
  page.put(info);
  page.wrap(TAG.octetString, infoEnd);
  page.wrap(contextTag(0, 'constructed'), infoEnd);
  page.put(TST_INFO_OID);
  page.wrap(TAG.sequence, infoEnd);
  page.put(signer.signedDataHead);
  page.wrap(TAG.sequence, end);
  page.wrap(contextTag(0, 'constructed'), end);
  page.put(SIGNED_DATA_OID);
  page.wrap(TAG.sequence, end);
  page.put(GRANTED);
  page.wrap(TAG.sequence, end);
  return page.upTo(end);
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

/** SHA-256 is the default, which DER leaves out (RFC 5035 §4). */
function essAlgorithm(hash: StrongHash): Uint8Array {
  return hash === 'SHA-256' ? NOTHING : digestAlgorithmIdentifier(hash);
}

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
