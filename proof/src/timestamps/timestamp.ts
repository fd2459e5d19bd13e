/**
 * Reads the response of a time-stamping authority: TimeStampResp or a bare TimeStampToken (RFC 3161 §2.4.2),
 * which is a CMS SignedData (RFC 5652 §5). Verifies nothing; see timestamp-verify.ts.
 */
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from '../crypto/algorithms.ts';
import { readGeneralizedTime, textOfTime } from '../encoding/asn1-time.ts';
import {
  assertTag,
  childrenOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readBoolean,
  readDer,
  readExplicit,
  readInteger,
  readIntegerBytes,
  readNamedBits,
  readOctetString,
  readOid,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { serialText } from '../x509/x509.ts';
import { readName, textOf } from '../x509/x509-name.ts';
import { type MessageImprint, readMessageImprint } from './timestamp-request.ts';

export type TimestampResponse = {
  /** Undefined for a bare token, which has none. */
  status: number | undefined;
  statusText: readonly string[];
  failInfo: readonly FailInfo[];
  token: TimestampToken | undefined;
};

export type TimestampToken = {
  /** The TimeStampToken, without the response around it. */
  der: Uint8Array;
  info: TstInfo;
  /** The TSTInfo bytes; the signature covers their digest. */
  infoDer: Uint8Array;
  certificates: readonly EmbeddedCertificate[];
  attributeCertificateCount: number;
  signerInfos: readonly SignerInfo[];
};

export type TstInfo = {
  policy: string;
  imprint: MessageImprint;
  serialHex: string;
  serialNegative: boolean;
  genTime: Date;
  /** RFC 3339, with every digit as the authority wrote it. */
  genTimeText: string;
  accuracyMs: number | undefined;
  nonce: bigint | undefined;
  tsaName: string | undefined;
  criticalExtensions: readonly string[];
};

/** Read only as far as needed to find the signer; `identity` is undefined if it cannot be read. */
type EmbeddedCertificate = { der: Uint8Array; identity: IssuerAndSerial | undefined };

export type IssuerAndSerial = { issuerDer: Uint8Array; serialDer: Uint8Array };

export type SignerInfo = {
  signer: ({ by: 'issuer-and-serial' } & IssuerAndSerial) | { by: 'key-id'; keyId: Uint8Array };
  digestAlgorithmOid: string;
  /** The signed attributes as the signature covers them, with the tag of a SET (RFC 5652 §5.4). */
  signedAttributesDer: Uint8Array;
  /** Values by attribute type. */
  signedAttributes: ReadonlyMap<string, readonly DerElement[]>;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
};

/** RFC 3161 §2.4.2, by bit number. */
export const FAIL_INFO_BITS = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const;

export type FailInfo = keyof typeof FAIL_INFO_BITS;

/** Throws a `ProofError` unless the whole input is one response or one token. */
export function decodeTimestampResponse(der: Uint8Array): TimestampResponse {
  refuseLegacyConstancia(der);
  const outer = readDer(der);
  const [first] = childrenOf(outer);
  if (first?.tag === TAG.oid) {
    return { status: undefined, statusText: [], failInfo: [], token: readToken(outer) };
  }
  const fields = new DerFields(outer);
  const status = readStatusInfo(fields.take(TAG.sequence));
  const tokenField = fields.takeOptional(TAG.sequence);
  fields.end();
  return { ...status, token: tokenField && readToken(tokenField) };
}

/**
 * A constancia of NOM-151-SCFI-2002 is SEQUENCE { UTF8String name, SEQUENCE { UTF8String … } … }. Archives
 * still hold them, and "malformed" would send their owners looking for damage that is not there.
 */
function refuseLegacyConstancia(der: Uint8Array): void {
  const skipHeader = (offset: number): number =>
    offset + 2 + ((der[offset + 1] ?? 0) & 0x80 ? (der[offset + 1] ?? 0) & 0x7f : 0);
  const nameAt = skipHeader(0);
  if (der[0] !== TAG.sequence || der[nameAt] !== TAG.utf8String || (der[nameAt + 1] ?? 0x80) >= 0x80) return;
  const recordAt = nameAt + 2 + (der[nameAt + 1] ?? 0);
  if (der[recordAt] !== TAG.sequence || der[skipHeader(recordAt)] !== TAG.utf8String) return;
  throw new ProofError(
    'legacy_nom151_2002',
    'this is a constancia of NOM-151-SCFI-2002, a format of its own and not an RFC 3161 time stamp',
  );
}

function readStatusInfo(element: DerElement): Omit<TimestampResponse, 'token'> {
  const fields = new DerFields(element);
  const status = readSmallInteger(fields.takeAny());
  const textField = fields.takeOptional(TAG.sequence);
  const failField = fields.takeOptional(TAG.bitString);
  fields.end();
  const bits = failField === undefined ? new Set<number>() : readNamedBits(failField);
  return {
    status,
    statusText: textField === undefined ? [] : childrenOf(textField).slice(0, 8).map(textOf),
    failInfo: (Object.keys(FAIL_INFO_BITS) as FailInfo[]).filter((name) => bits.has(FAIL_INFO_BITS[name])),
  };
}

function readToken(element: DerElement): TimestampToken {
  const contentInfo = new DerFields(element);
  assertOid(contentInfo.takeAny(), OID.signedData, 'the token is not CMS signed data');
  const signedData = readExplicit(contentInfo.take(contextTag(0, 'constructed')));
  contentInfo.end();
  const fields = new DerFields(signedData);
  const version = readSmallInteger(fields.takeAny());
  if (version < 3 || version > 5) throw malformed(`signed data of version ${version}`);
  fields.take(TAG.set);
  const infoDer = readEncapsulatedInfo(fields.take(TAG.sequence));
  const certificatesField = fields.takeOptional(contextTag(0, 'constructed'));
  fields.takeOptional(contextTag(1, 'constructed'));
  const signerInfos = childrenOf(fields.takeAny(), TAG.set).map(readSignerInfo);
  fields.end();
  return {
    der: encodingOf(element),
    info: readTstInfo(infoDer),
    infoDer,
    ...readCertificateSet(certificatesField?.children ?? []),
    signerInfos,
  };
}

function readEncapsulatedInfo(element: DerElement): Uint8Array {
  const fields = new DerFields(element);
  assertOid(fields.takeAny(), OID.tstInfo, 'the signed content is not a TSTInfo');
  const content = readOctetString(readExplicit(fields.take(contextTag(0, 'constructed'))));
  fields.end();
  return content;
}

function readTstInfo(der: Uint8Array): TstInfo {
  const fields = new DerFields(readDer(der));
  const version = readSmallInteger(fields.takeAny());
  if (version !== 1) throw malformed(`TSTInfo of version ${version}`);
  const policy = readOid(fields.takeAny());
  const imprint = readMessageImprint(fields.takeAny());
  const serial = readIntegerBytes(fields.takeAny());
  const genTime = readGeneralizedTime(fields.takeAny());
  const accuracyField = fields.takeOptional(TAG.sequence);
  const orderingField = fields.takeOptional(TAG.boolean);
  if (orderingField !== undefined) readBoolean(orderingField);
  const nonceField = fields.takeOptional(TAG.integer);
  const tsaField = fields.takeOptional(contextTag(0, 'constructed'));
  const extensionsField = fields.takeOptional(contextTag(1, 'constructed'));
  fields.end();
  return {
    policy,
    imprint,
    serialHex: serialText(serial),
    serialNegative: (serial[0] ?? 0) >= 0x80,
    genTime: genTime.at,
    genTimeText: textOfTime(genTime),
    accuracyMs: accuracyField && readAccuracyMs(accuracyField),
    nonce: nonceField && readInteger(nonceField),
    tsaName: tsaField && readGeneralName(readExplicit(tsaField)),
    criticalExtensions: (extensionsField?.children ?? []).flatMap(readCriticalExtension),
  };
}

function readAccuracyMs(element: DerElement): number {
  const fields = new DerFields(element);
  const secondsField = fields.takeOptional(TAG.integer);
  const millisField = fields.takeOptional(contextTag(0, 'primitive'));
  const microsField = fields.takeOptional(contextTag(1, 'primitive'));
  fields.end();
  const seconds = secondsField === undefined ? 0 : readSmallInteger(secondsField);
  const millis = millisField === undefined ? 0 : readSmallInteger(millisField, contextTag(0, 'primitive'));
  const micros = microsField === undefined ? 0 : readSmallInteger(microsField, contextTag(1, 'primitive'));
  return seconds * 1000 + millis + micros / 1000;
}

/** Only directory names are shown; other forms are omitted, not refused. */
function readGeneralName(element: DerElement): string | undefined {
  return element.tag === contextTag(4, 'constructed') ? readName(readExplicit(element)).text : undefined;
}

function readCriticalExtension(element: DerElement): string[] {
  const fields = new DerFields(element);
  const oid = readOid(fields.takeAny());
  const criticalField = fields.takeOptional(TAG.boolean);
  readOctetString(fields.takeAny());
  fields.end();
  return criticalField !== undefined && readBoolean(criticalField) ? [oid] : [];
}

/** RFC 5652 §10.2.2: certificates are SEQUENCEs, attribute certificates have the tags [1] and [2]. */
function readCertificateSet(
  choices: readonly DerElement[],
): Pick<TimestampToken, 'certificates' | 'attributeCertificateCount'> {
  const attributeTags = [contextTag(1, 'constructed'), contextTag(2, 'constructed')];
  const others = choices.filter((choice) => choice.tag !== TAG.sequence);
  const stranger = others.find((choice) => !attributeTags.includes(choice.tag));
  if (stranger !== undefined) throw malformed(`a certificate of unknown kind at offset ${stranger.start}`);
  return {
    certificates: choices
      .filter((choice) => choice.tag === TAG.sequence)
      .map((choice) => ({ der: encodingOf(choice), identity: parseIdentity(choice) })),
    attributeCertificateCount: others.length,
  };
}

/** An unreadable certificate is skipped, not an error: anyone can add one to a token. */
function parseIdentity(certificate: DerElement): IssuerAndSerial | undefined {
  const tbs = certificate.children[0]?.children ?? [];
  const afterVersion = tbs[0]?.tag === contextTag(0, 'constructed') ? 1 : 0;
  const [serial, , issuer] = tbs.slice(afterVersion);
  if (serial?.tag !== TAG.integer || issuer?.tag !== TAG.sequence) return undefined;
  return { issuerDer: encodingOf(issuer), serialDer: encodingOf(serial) };
}

function readSignerInfo(element: DerElement): SignerInfo {
  const fields = new DerFields(element);
  const version = readSmallInteger(fields.takeAny());
  if (version !== 1 && version !== 3) throw malformed(`signer information of version ${version}`);
  const signer = readSignerIdentifier(fields.takeAny());
  const digestAlgorithmOid = readAlgorithmIdentifier(fields.takeAny()).oid;
  const attributesField = fields.takeOptional(contextTag(0, 'constructed'));
  // The attributes are mandatory here, because the content type is not id-data (RFC 5652 §5.3).
  if (attributesField === undefined) throw malformed('there are no signed attributes');
  const signatureAlgorithm = readAlgorithmIdentifier(fields.takeAny());
  const signature = readOctetString(fields.takeAny());
  fields.takeOptional(contextTag(1, 'constructed'));
  fields.end();
  const signedAttributesDer = new Uint8Array(encodingOf(attributesField));
  signedAttributesDer[0] = TAG.set;
  return {
    signer,
    digestAlgorithmOid,
    signedAttributesDer,
    signedAttributes: indexAttributes(attributesField.children),
    signatureAlgorithm,
    signature,
  };
}

function readSignerIdentifier(element: DerElement): SignerInfo['signer'] {
  const keyIdTag = contextTag(0, 'primitive');
  if (element.tag === keyIdTag) return { by: 'key-id', keyId: readOctetString(element, keyIdTag) };
  const fields = new DerFields(element);
  const issuer = fields.take(TAG.sequence);
  const serial = fields.take(TAG.integer);
  fields.end();
  return { by: 'issuer-and-serial', issuerDer: encodingOf(issuer), serialDer: encodingOf(serial) };
}

function indexAttributes(attributes: readonly DerElement[]): Map<string, readonly DerElement[]> {
  const byType = new Map<string, readonly DerElement[]>();
  for (const attribute of attributes) {
    const fields = new DerFields(attribute);
    const type = readOid(fields.takeAny());
    const values = childrenOf(fields.takeAny(), TAG.set);
    fields.end();
    // RFC 5652 §11: with two messageDigest attributes, two readers could pick different ones.
    if (byType.has(type)) throw malformed(`the signed attribute ${type} appears twice`);
    byType.set(type, values);
  }
  return byType;
}

function assertOid(element: DerElement, oid: string, message: string): void {
  assertTag(element, TAG.oid);
  if (readOid(element) !== oid) throw malformed(message);
}

function malformed(what: string): ProofError {
  return new ProofError('timestamp_malformed', what);
}
