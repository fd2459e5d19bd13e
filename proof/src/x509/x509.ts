/**
 * X.509 certificates of signers and their issuers (RFC 5280), called "signing certificates" in names: in this
 * product a "certificate" is what a customer gets for a file.
 */

import {
  type AlgorithmIdentifier,
  type PublicKeyAlgorithm,
  readAlgorithmIdentifier,
  readPublicKeyAlgorithm,
} from '../crypto/algorithms.ts';
import { type Asn1Time, readAsn1Time } from '../encoding/asn1-time.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import {
  childrenOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readBitString,
  readBoolean,
  readDer,
  readExplicit,
  readIntegerBytes,
  readNamedBits,
  readOctetString,
  readOid,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { type DistinguishedName, readName } from './x509-name.ts';

/** Bit numbers of the KeyUsage extension (RFC 5280 §4.2.1.3). */
export const KEY_USAGE = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, crlSign: 6 } as const;

export type SigningCertificate = {
  der: Uint8Array;
  /** The signed part. */
  tbs: Uint8Array;
  serialHex: string;
  /** The encoded INTEGER, for identifiers that must match it exactly. */
  serialDer: Uint8Array;
  issuer: DistinguishedName;
  subject: DistinguishedName;
  notBefore: Date;
  notAfter: Date;
  spkiDer: Uint8Array;
  publicKey: PublicKeyAlgorithm;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
} & CertificateExtensions;

type CertificateExtensions = {
  /** Bit numbers; undefined if the extension is absent. */
  keyUsage: ReadonlySet<number> | undefined;
  extendedKeyUsage: { oids: readonly string[]; critical: boolean } | undefined;
  basicConstraints: { isAuthority: boolean; pathLength: number | undefined } | undefined;
  subjectKeyId: Uint8Array | undefined;
  /** Critical extensions that this package does not know; such a certificate must not be used. */
  unknownCriticalExtensions: readonly string[];
};

/** Undefined unless the bytes are one well-formed certificate. */
export function parseSigningCertificate(der: Uint8Array): SigningCertificate | undefined {
  try {
    return decodeSigningCertificate(der);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** Like `parseSigningCertificate`, but throws a `ProofError` that says what is wrong. */
export function decodeSigningCertificate(der: Uint8Array): SigningCertificate {
  const whole = readDer(der);
  const certificate = new DerFields(whole);
  const tbs = certificate.take(TAG.sequence);
  const outerAlgorithm = certificate.take(TAG.sequence);
  const { unusedBits, bytes: signature } = readBitString(certificate.takeAny());
  certificate.end();
  const fields = new DerFields(tbs);
  readVersion(fields.takeOptional(contextTag(0, 'constructed')));
  const serial = fields.take(TAG.integer);
  const innerAlgorithm = fields.take(TAG.sequence);
  // RFC 5280 §4.1.1.2: the unsigned copy must equal the signed one, or the algorithm could be swapped.
  if (!equalBytes(encodingOf(innerAlgorithm), encodingOf(outerAlgorithm)) || unusedBits !== 0) {
    throw malformed('its two signature algorithms differ');
  }
  const issuer = readName(fields.take(TAG.sequence));
  const validity = readValidity(fields.take(TAG.sequence));
  const subject = readName(fields.take(TAG.sequence));
  const spki = fields.take(TAG.sequence);
  fields.takeOptional(contextTag(1, 'primitive'));
  fields.takeOptional(contextTag(2, 'primitive'));
  const extensions = readExtensions(fields.takeOptional(contextTag(3, 'constructed')));
  fields.end();
  return {
    der: encodingOf(whole),
    tbs: encodingOf(tbs),
    serialHex: serialText(readIntegerBytes(serial)),
    serialDer: encodingOf(serial),
    issuer,
    subject,
    notBefore: validity.notBefore.at,
    notAfter: validity.notAfter.at,
    spkiDer: encodingOf(spki),
    publicKey: readPublicKeyAlgorithm(spki),
    signatureAlgorithm: readAlgorithmIdentifier(outerAlgorithm),
    signature,
    ...extensions,
  };
}

/**
 * The octets of an INTEGER as unsigned hexadecimal, without the sign octet. Some genuine tokens carry serial numbers
 * that DER reads as negative, so serial numbers are text here and never become numbers.
 */
export function serialText(content: Uint8Array): string {
  const signOctet = content.length > 1 && content[0] === 0 ? 1 : 0;
  return encodeHex(content.subarray(signOctet));
}

function readVersion(field: DerElement | undefined): void {
  const version = field === undefined ? 0 : readSmallInteger(readExplicit(field));
  if (version > 2) throw malformed(`it has the unknown version ${version}`);
}

function readValidity(element: DerElement): { notBefore: Asn1Time; notAfter: Asn1Time } {
  const fields = new DerFields(element);
  const notBefore = readAsn1Time(fields.takeAny());
  const notAfter = readAsn1Time(fields.takeAny());
  fields.end();
  return { notBefore, notAfter };
}

export type Extension = { critical: boolean; value: Uint8Array };

function readExtensions(field: DerElement | undefined): CertificateExtensions {
  const byOid = field === undefined ? new Map<string, Extension>() : indexExtensions(readExplicit(field));
  const read = <T>(oid: string, reader: (element: DerElement, critical: boolean) => T): T | undefined => {
    const extension = byOid.get(oid);
    return extension && reader(readDer(extension.value), extension.critical);
  };
  return {
    keyUsage: read(OID.keyUsage, (element) => readNamedBits(element)),
    extendedKeyUsage: read(OID.extendedKeyUsage, readExtendedKeyUsage),
    basicConstraints: read(OID.basicConstraints, readBasicConstraints),
    subjectKeyId: read(OID.subjectKeyId, (element) => readOctetString(element)),
    unknownCriticalExtensions: [...byOid]
      .filter(([oid, extension]) => extension.critical && !UNDERSTOOD_EXTENSIONS.has(oid))
      .map(([oid]) => oid),
  };
}

/** certificatePolicies may be ignored: any policy is acceptable for a path (RFC 5280 §6.1.1 c). */
const UNDERSTOOD_EXTENSIONS = new Set<string>([
  OID.keyUsage,
  OID.extendedKeyUsage,
  OID.basicConstraints,
  OID.subjectKeyId,
  OID.authorityKeyId,
  OID.certificatePolicies,
]);

/** The extensions of a certificate, a revocation list or an OCSP answer by their object identifiers. */
export function indexExtensions(element: DerElement): Map<string, Extension> {
  const byOid = new Map<string, Extension>();
  for (const child of childrenOf(element)) {
    const fields = new DerFields(child);
    const oid = readOid(fields.takeAny());
    const criticalField = fields.takeOptional(TAG.boolean);
    const critical = criticalField !== undefined && readBoolean(criticalField);
    const value = readOctetString(fields.takeAny());
    fields.end();
    // RFC 5280 §4.2: with two extensions of one kind, two readers could pick different ones.
    if (byOid.has(oid)) throw new ProofError('der_value', `it has the extension ${oid} twice`);
    byOid.set(oid, { critical, value });
  }
  return byOid;
}

function readExtendedKeyUsage(element: DerElement, critical: boolean): { oids: string[]; critical: boolean } {
  return { oids: childrenOf(element).map((child) => readOid(child)), critical };
}

function readBasicConstraints(element: DerElement): { isAuthority: boolean; pathLength: number | undefined } {
  const fields = new DerFields(element);
  const authorityField = fields.takeOptional(TAG.boolean);
  const pathField = fields.takeOptional(TAG.integer);
  fields.end();
  return {
    isAuthority: authorityField !== undefined && readBoolean(authorityField),
    pathLength: pathField && readSmallInteger(pathField),
  };
}

function malformed(what: string): ProofError {
  return new ProofError('certificate_malformed', `the signing certificate cannot be used: ${what}`);
}
