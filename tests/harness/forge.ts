import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { concatBytes } from '../../proof/src/encoding/bytes.ts';
import { TAG } from '../../proof/src/encoding/der.ts';
import {
  derBitString,
  derBoolean,
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
} from '../../proof/src/encoding/der-writer.ts';
import { OID } from '../../proof/src/encoding/oids.ts';
import { encodeName } from '../../proof/src/x509/x509-name.ts';

// Certificates and tokens with any defect that a test needs, with real signatures.

export type Keys = { publicKey: KeyObject; privateKey: KeyObject };

export type SignatureKind = { algorithmDer: Uint8Array; sign(key: KeyObject, data: Uint8Array): Uint8Array };

const withNull = (oid: string): Uint8Array => derSequence(derOid(oid), derNull());
const plain = (hash: string | null) => (key: KeyObject, data: Uint8Array) =>
  new Uint8Array(sign(hash, data, key));
const pssParameters = (salt: number): Uint8Array =>
  derSequence(
    derExplicit(0, withNull(OID.sha256)),
    derExplicit(1, derSequence(derOid(OID.mgf1), withNull(OID.sha256))),
    derExplicit(2, derInteger(salt)),
  );

export const SIGNATURES = {
  ecdsa256: { algorithmDer: derSequence(derOid(OID.ecdsaWithSha256)), sign: plain('sha256') },
  ecdsa384: { algorithmDer: derSequence(derOid(OID.ecdsaWithSha384)), sign: plain('sha384') },
  ecdsa512: { algorithmDer: derSequence(derOid(OID.ecdsaWithSha512)), sign: plain('sha512') },
  ecdsaSha1: { algorithmDer: derSequence(derOid('1.2.840.10045.4.1')), sign: plain('sha1') },
  rsa256: { algorithmDer: withNull(OID.sha256WithRsa), sign: plain('sha256') },
  rsaSha1: { algorithmDer: withNull('1.2.840.113549.1.1.5'), sign: plain('sha1') },
  rsaMd5: { algorithmDer: withNull('1.2.840.113549.1.1.4'), sign: plain('md5') },
  pss256: {
    algorithmDer: derSequence(derOid(OID.rsaPss), pssParameters(32)),
    sign: (key: KeyObject, data: Uint8Array) =>
      new Uint8Array(sign('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })),
  },
  ed25519: { algorithmDer: derSequence(derOid(OID.ed25519)), sign: plain(null) },
  mlDsa44: { algorithmDer: derSequence(derOid(OID.mlDsa44)), sign: plain(null) },
  mlDsa65: { algorithmDer: derSequence(derOid(OID.mlDsa65)), sign: plain(null) },
  mlDsa87: { algorithmDer: derSequence(derOid(OID.mlDsa87)), sign: plain(null) },
} satisfies Record<string, SignatureKind>;

export const newEcKeys = (namedCurve = 'P-256'): Keys => generateKeyPairSync('ec', { namedCurve });
export const newRsaKeys = (modulusLength = 2048): Keys => generateKeyPairSync('rsa', { modulusLength });
export const newEd25519Keys = (): Keys => generateKeyPairSync('ed25519');
export const newMlDsaKeys = (level: 44 | 65 | 87 = 65): Keys => generateKeyPairSync(`ml-dsa-${level}`);

export function extension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  return derSequence(derOid(oid), critical ? derBoolean(true) : new Uint8Array(0), derOctetString(value));
}

export const authorityExtensions = (pathLength?: number): Uint8Array[] => [
  extension(
    OID.basicConstraints,
    true,
    derSequence(derBoolean(true), pathLength === undefined ? new Uint8Array(0) : derInteger(pathLength)),
  ),
  extension(OID.keyUsage, true, derNamedBits(5, 6)),
];

export const purposes = (critical: boolean, ...oids: string[]): Uint8Array =>
  extension(OID.extendedKeyUsage, critical, derSequence(...oids.map(derOid)));

export const unitExtensions = (): Uint8Array[] => [
  extension(OID.keyUsage, true, derNamedBits(0)),
  purposes(true, OID.timeStamping),
];

export type CertificateOrder = {
  subject: string;
  keys: Keys;
  /** Self-signed unless another issuer is given. */
  issuer?: { subject: string; keys: Keys };
  extensions?: readonly Uint8Array[];
  signature?: SignatureKind;
  serial?: bigint;
  notBefore?: Date;
  notAfter?: Date;
};

export function forgeCertificate(order: CertificateOrder): Uint8Array {
  const {
    subject,
    keys,
    issuer = { subject, keys },
    extensions = [],
    signature = SIGNATURES.ecdsa256,
  } = order;
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(order.serial ?? 1n),
    signature.algorithmDer,
    encodeName([{ type: 'CN', value: issuer.subject }]),
    derSequence(
      validityTime(order.notBefore ?? new Date('2020-01-01T00:00:00Z')),
      validityTime(order.notAfter ?? new Date('2040-01-01T00:00:00Z')),
    ),
    encodeName([{ type: 'CN', value: subject }]),
    new Uint8Array(keys.publicKey.export({ type: 'spki', format: 'der' })),
    extensions.length === 0 ? new Uint8Array(0) : derExplicit(3, derSequence(...extensions)),
  );
  return derSequence(tbs, signature.algorithmDer, derBitString(signature.sign(issuer.keys.privateKey, tbs)));
}

/** RFC 5280 §4.1.2.5: UTCTime through 2049. */
const validityTime = (at: Date): Uint8Array =>
  at.getUTCFullYear() < 2050 ? derUtcTime(at) : derGeneralizedTime(at);

export const STAMPED_DIGEST = createHash('sha256').update('forged').digest();

export type TokenOrder = {
  signerDer: Uint8Array;
  signerKeys: Keys;
  /** SignerIdentifier. */
  sid: Uint8Array;
  certificates?: readonly Uint8Array[];
  signature?: SignatureKind;
  digest?: { oid: string; name: string };
  imprint?: Uint8Array;
  /** Fields after genTime: accuracy, ordering, nonce, tsa, extensions. */
  infoTail?: readonly Uint8Array[];
  genTime?: Date;
  version?: number;
  serialDer?: Uint8Array;
  /** Changes the signed attributes before they are signed. */
  attributes?: (
    standard: Record<'contentType' | 'messageDigest' | 'ess', Uint8Array>,
  ) => readonly Uint8Array[];
  /** Changes the list of SignerInfos after signing. */
  signerInfos?: (signerInfo: Uint8Array) => readonly Uint8Array[];
};

export function attribute(oid: string, ...values: readonly Uint8Array[]): Uint8Array {
  return derSequence(derOid(oid), derSetOf(...values));
}

export function essV2(certificateDer: Uint8Array, ...tail: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256').update(certificateDer).digest();
  return attribute(
    OID.signingCertificateV2,
    derSequence(derSequence(derSequence(derOctetString(hash), ...tail))),
  );
}

export function sha256Imprint(digest: Uint8Array = STAMPED_DIGEST): Uint8Array {
  return derSequence(withNull(OID.sha256), derOctetString(digest));
}

/** A granted response. */
export function forgeToken(order: TokenOrder): Uint8Array {
  const digest = order.digest ?? { oid: OID.sha256, name: 'sha256' };
  const { signature = SIGNATURES.ecdsa256, certificates = [order.signerDer] } = order;
  const info = derSequence(
    derInteger(order.version ?? 1),
    derOid('1.3.6.1.4.1.99999.1'),
    order.imprint ?? sha256Imprint(),
    order.serialDer ?? derInteger(1),
    derGeneralizedTime(order.genTime ?? new Date('2026-03-01T12:00:00Z')),
    ...(order.infoTail ?? []),
  );
  const standard = {
    contentType: attribute(OID.contentType, derOid(OID.tstInfo)),
    messageDigest: attribute(
      OID.messageDigest,
      derOctetString(createHash(digest.name).update(info).digest()),
    ),
    ess: essV2(order.signerDer),
  };
  const signedAttributes = derSetOf(...(order.attributes?.(standard) ?? Object.values(standard)));
  const signerInfo = derSequence(
    derInteger(1),
    order.sid,
    withNull(digest.oid),
    derImplicit(0, signedAttributes),
    signature.algorithmDer,
    derOctetString(signature.sign(order.signerKeys.privateKey, signedAttributes)),
  );
  const signedData = derSequence(
    derInteger(3),
    derSetOf(withNull(digest.oid)),
    derSequence(derOid(OID.tstInfo), derExplicit(0, derOctetString(info))),
    derElement(0xa0, concatBytes(...certificates)),
    derElement(TAG.set, ...(order.signerInfos?.(signerInfo) ?? [signerInfo])),
  );
  return derSequence(
    derSequence(derInteger(0)),
    derSequence(derOid(OID.signedData), derExplicit(0, signedData)),
  );
}

export function issuerAndSerial(issuer: string, serial: bigint): Uint8Array {
  return derSequence(encodeName([{ type: 'CN', value: issuer }]), derInteger(serial));
}
