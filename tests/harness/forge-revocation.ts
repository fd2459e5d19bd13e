import { createHash } from 'node:crypto';
import { contentOf, readBitString, readDer } from '../../proof/src/encoding/der.ts';
import {
  derBitString,
  derElement,
  derEnumerated,
  derExplicit,
  derGeneralizedTime,
  derImplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derUtcTime,
} from '../../proof/src/encoding/der-writer.ts';
import { OID } from '../../proof/src/encoding/oids.ts';
import { encodeName } from '../../proof/src/x509/x509-name.ts';
import { extension, type Keys, SIGNATURES, type SignatureKind } from './forge.ts';

// Revocation lists and OCSP answers with any defect that a test needs, with real signatures.

type ForgedIssuer = { subject: string; keys: Keys };

export const REASON = {
  unspecified: 0,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCrl: 8,
  privilegeWithdrawn: 9,
} as const;

const nothing = new Uint8Array(0);
const uri = (url: string): Uint8Array => derElement(0x86, new TextEncoder().encode(url));

export const crlPoints = (...urls: string[]): Uint8Array =>
  extension(
    OID.crlDistributionPoints,
    false,
    derSequence(...urls.map((url) => derSequence(derExplicit(0, derElement(0xa0, uri(url)))))),
  );

export const ocspAccess = (...urls: string[]): Uint8Array =>
  extension(
    OID.authorityInfoAccess,
    false,
    derSequence(...urls.map((url) => derSequence(derOid(OID.ocsp), uri(url)))),
  );

export const issuingPoint = (...fields: Uint8Array[]): Uint8Array =>
  extension(OID.issuingDistributionPoint, true, derSequence(...fields));
export const pointNamed = (url: string): Uint8Array => derExplicit(0, derElement(0xa0, uri(url)));
export const pointFlag = (number: number): Uint8Array => derElement(0x80 | number, Uint8Array.of(0xff));

export const reasonCode = (reason: number): Uint8Array =>
  extension(OID.reasonCode, false, derEnumerated(reason));

export type CrlEntry = { serial: bigint; at: Date; extensions?: readonly Uint8Array[] };

export const crlEntry = ({ serial, at, extensions = [] }: CrlEntry): Uint8Array =>
  derSequence(
    derInteger(serial),
    derUtcTime(at),
    extensions.length === 0 ? nothing : derSequence(...extensions),
  );

export type CrlOrder = {
  issuer: ForgedIssuer;
  thisUpdate: Date;
  /** `null` leaves it out. */
  nextUpdate?: Date | null;
  entries?: readonly CrlEntry[];
  /** Encoded entries instead of `entries`. */
  entriesDer?: readonly Uint8Array[];
  extensions?: readonly Uint8Array[];
  version?: number | null;
  signature?: SignatureKind;
  outerAlgorithm?: Uint8Array;
};

export function forgeCrl(order: CrlOrder): Uint8Array {
  const { issuer, thisUpdate, entries = [], extensions = [], version = 1 } = order;
  const { signature = SIGNATURES.ecdsa256 } = order;
  const nextUpdate =
    order.nextUpdate === undefined ? new Date(thisUpdate.getTime() + 86_400_000) : order.nextUpdate;
  const revoked = order.entriesDer ?? entries.map(crlEntry);
  const tbs = derSequence(
    version === null ? nothing : derInteger(version),
    signature.algorithmDer,
    encodeName([{ type: 'CN', value: issuer.subject }]),
    derUtcTime(thisUpdate),
    nextUpdate === null ? nothing : derUtcTime(nextUpdate),
    revoked.length === 0 ? nothing : derSequence(...revoked),
    extensions.length === 0 ? nothing : derExplicit(0, derSequence(...extensions)),
  );
  const algorithm = order.outerAlgorithm ?? signature.algorithmDer;
  return derSequence(tbs, algorithm, derBitString(signature.sign(issuer.keys.privateKey, tbs)));
}

type OcspStatus = 'good' | 'unknown' | { revokedAt: Date; reason?: number };

export type OcspOrder = {
  issuer: ForgedIssuer;
  serial: bigint;
  /** The signer; by default the issuer. */
  responder?: ForgedIssuer;
  responderId?: 'name' | 'key';
  certificates?: readonly Uint8Array[];
  status?: OcspStatus;
  thisUpdate: Date;
  nextUpdate?: Date | null;
  nonce?: Uint8Array;
  extensions?: readonly Uint8Array[];
  singleExtensions?: readonly Uint8Array[];
  hash?: 'sha1' | 'sha256';
  /** Edits the list of SingleResponses before it is signed. */
  singles?: (single: Uint8Array) => readonly Uint8Array[];
  signature?: SignatureKind;
};

export function forgeOcsp(order: OcspOrder): Uint8Array {
  const { issuer, responder = issuer, thisUpdate, signature = SIGNATURES.ecdsa256, nonce } = order;
  const single = singleResponse(order);
  const extensions = [
    ...(nonce === undefined ? [] : [extension(OID.ocspNonce, false, derOctetString(nonce))]),
    ...(order.extensions ?? []),
  ];
  const tbs = derSequence(
    order.responderId === 'key'
      ? derExplicit(2, derOctetString(createHash('sha1').update(keyBits(responder.keys)).digest()))
      : derExplicit(1, encodeName([{ type: 'CN', value: responder.subject }])),
    derGeneralizedTime(thisUpdate),
    derSequence(...(order.singles?.(single) ?? [single])),
    extensions.length === 0 ? nothing : derExplicit(1, derSequence(...extensions)),
  );
  const basic = derSequence(
    tbs,
    signature.algorithmDer,
    derBitString(signature.sign(responder.keys.privateKey, tbs)),
    order.certificates === undefined ? nothing : derExplicit(0, derSequence(...order.certificates)),
  );
  return derSequence(
    derEnumerated(0),
    derExplicit(0, derSequence(derOid(OID.ocspBasic), derOctetString(basic))),
  );
}

export const refusedOcsp = (status: number): Uint8Array => derSequence(derEnumerated(status));

/** The nonce of an encoded request, if it has one: the last OCTET STRING in it. */
export function nonceOf(request: Uint8Array): Uint8Array | undefined {
  const [tbs] = readDer(request).children;
  const extensions = tbs?.children[1]?.children[0]?.children[0];
  const value = extensions?.children[1];
  return value && contentOf(readDer(contentOf(value)));
}

function singleResponse(order: OcspOrder): Uint8Array {
  const { issuer, hash = 'sha1', thisUpdate, status = 'good', singleExtensions = [] } = order;
  const digest = (bytes: Uint8Array): Uint8Array => createHash(hash).update(bytes).digest();
  const nextUpdate =
    order.nextUpdate === undefined ? new Date(thisUpdate.getTime() + 3_600_000) : order.nextUpdate;
  return derSequence(
    derSequence(
      derSequence(derOid(OID[hash]), derNull()),
      derOctetString(digest(encodeName([{ type: 'CN', value: issuer.subject }]))),
      derOctetString(digest(keyBits(issuer.keys))),
      derInteger(order.serial),
    ),
    statusDer(status),
    derGeneralizedTime(thisUpdate),
    nextUpdate === null ? nothing : derExplicit(0, derGeneralizedTime(nextUpdate)),
    singleExtensions.length === 0 ? nothing : derExplicit(1, derSequence(...singleExtensions)),
  );
}

function statusDer(status: OcspStatus): Uint8Array {
  if (status === 'good') return derImplicit(0, derNull());
  if (status === 'unknown') return derImplicit(2, derNull());
  const reason = status.reason === undefined ? nothing : derExplicit(0, derEnumerated(status.reason));
  return derImplicit(1, derSequence(derGeneralizedTime(status.revokedAt), reason));
}

function keyBits({ publicKey }: Keys): Uint8Array {
  const [, bits] = readDer(new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))).children;
  return bits === undefined ? nothing : readBitString(bits).bytes;
}
