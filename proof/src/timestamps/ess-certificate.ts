/**
 * The ESS signing-certificate attributes (RFC 2634 §5.4, RFC 5035 §3). They bind the signature to one
 * certificate, so that it cannot be attributed to another certificate for the same key.
 */
import { type HashName, parseStrongHash, readAlgorithmIdentifier } from '../crypto/algorithms.ts';
import { equalBytes } from '../encoding/bytes.ts';
import {
  childrenOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readExplicit,
  readOctetString,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import type { IssuerAndSerial, SignerInfo } from './timestamp.ts';

type EssCertificateId = {
  hash: HashName;
  digest: Uint8Array;
  issuerAndSerial: IssuerAndSerial | undefined;
};

/** The identifiers that must name the signer: the first one of each ESS attribute that is present. */
export function readEssCertificateIds(signerInfo: SignerInfo): EssCertificateId[] {
  return [
    ...firstId(signerInfo.signedAttributes.get(OID.signingCertificate), readIdV1),
    ...firstId(signerInfo.signedAttributes.get(OID.signingCertificateV2), readIdV2),
  ];
}

/** Whether the identifier's issuer and serial number, if given, are those of the certificate. */
export function namesCertificate(
  id: EssCertificateId,
  certificate: { issuer: { der: Uint8Array }; serialDer: Uint8Array },
): boolean {
  const named = id.issuerAndSerial;
  if (named === undefined) return true;
  return (
    equalBytes(named.issuerDer, certificate.issuer.der) && equalBytes(named.serialDer, certificate.serialDer)
  );
}

function firstId(
  values: readonly DerElement[] | undefined,
  readId: (element: DerElement) => EssCertificateId,
): EssCertificateId[] {
  if (values === undefined) return [];
  const [value, second] = values;
  if (value === undefined || second !== undefined) {
    throw new ProofError('timestamp_malformed', 'the signing-certificate attribute must have one value');
  }
  const ids = childrenOf(new DerFields(value).take(TAG.sequence));
  if (ids[0] === undefined)
    throw new ProofError('timestamp_malformed', 'the signing-certificate attribute is empty');
  return [readId(ids[0])];
}

function readIdV1(element: DerElement): EssCertificateId {
  const fields = new DerFields(element);
  const digest = readOctetString(fields.takeAny());
  return { hash: 'SHA-1', digest, issuerAndSerial: readIssuerSerial(fields) };
}

function readIdV2(element: DerElement): EssCertificateId {
  const fields = new DerFields(element);
  const algorithm = fields.takeOptional(TAG.sequence);
  const oid = algorithm === undefined ? OID.sha256 : readAlgorithmIdentifier(algorithm).oid;
  const hash = parseStrongHash(oid);
  if (hash === undefined) {
    throw new ProofError('unsupported_algorithm', `the signing-certificate attribute uses the digest ${oid}`);
  }
  const digest = readOctetString(fields.takeAny());
  return { hash, digest, issuerAndSerial: readIssuerSerial(fields) };
}

function readIssuerSerial(fields: DerFields): IssuerAndSerial | undefined {
  const field = fields.takeOptional(TAG.sequence);
  fields.end();
  if (field === undefined) return undefined;
  const issuerSerial = new DerFields(field);
  const [name] = childrenOf(issuerSerial.takeAny());
  const serial = issuerSerial.take(TAG.integer);
  issuerSerial.end();
  if (name?.tag !== contextTag(4, 'constructed')) {
    throw new ProofError('timestamp_malformed', 'the signing-certificate attribute names no issuer');
  }
  return { issuerDer: encodingOf(readExplicit(name)), serialDer: encodingOf(serial) };
}
