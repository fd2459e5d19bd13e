/** Issues the two certificates of an embedded authority: its root and its time-stamping unit. */
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { DerFields, readBitString, readDer } from '../encoding/der.ts';
import {
  derBitString,
  derBoolean,
  derExplicit,
  derGeneralizedTime,
  derImplicit,
  derInteger,
  derNamedBits,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derUtcTime,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { KEY_USAGE } from './x509.ts';
import { encodeName, type NameAttribute } from './x509-name.ts';

type Issuing = {
  /** The digest for the signed attributes and for the certificate that they name. */
  hash: StrongHash;
  /**
   * The identifier in certificates. ECDSA has no parameters (RFC 5758 §3.2), nor has ML-DSA (RFC 9881 §2); RSA has NULL
   * (RFC 4055 §5).
   */
  inCertificates: Uint8Array;
  /**
   * The identifier in tokens, if it differs. RSA names only the key there, and the SignerInfo names the digest, as
   * existing verifiers expect (RFC 3370 §3.2).
   */
  inTokens?: Uint8Array;
};

/**
 * The signature algorithms of our own authorities, one line each. Tokens signed with ML-DSA use SHA-512 for their
 * digests (RFC 9882 §3.3). The embedded authority decides which algorithms an operator may choose.
 */
const ISSUING = {
  'ecdsa-p256-sha256': { hash: 'SHA-256', inCertificates: derSequence(derOid(OID.ecdsaWithSha256)) },
  'ecdsa-p384-sha384': { hash: 'SHA-384', inCertificates: derSequence(derOid(OID.ecdsaWithSha384)) },
  'rsa-pkcs1-sha256': {
    hash: 'SHA-256',
    inCertificates: derSequence(derOid(OID.sha256WithRsa), derNull()),
    inTokens: derSequence(derOid(OID.rsaEncryption), derNull()),
  },
  'ml-dsa-65-sha512': { hash: 'SHA-512', inCertificates: derSequence(derOid(OID.mlDsa65)) },
} as const satisfies Readonly<Record<string, Issuing>>;

export type IssuingAlgorithm = keyof typeof ISSUING;

export function issuing(algorithm: IssuingAlgorithm): Issuing {
  return ISSUING[algorithm];
}

/** Returns the signature over `bytes`; ECDSA signatures in DER form. */
export type SignBytes = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export type CertificateTemplate = {
  /** A root that signs certificates, or a unit that signs time stamps and nothing else. */
  role: 'authority' | 'timestamping';
  serial: bigint | Uint8Array;
  issuer: readonly NameAttribute[];
  subject: readonly NameAttribute[];
  notBefore: Date;
  notAfter: Date;
  spkiDer: Uint8Array;
  /** The issuer's key; equal to `spkiDer` for a self-signed root. */
  issuerSpkiDer: Uint8Array;
  /** Must fit the issuer's key, with which `sign` signs. */
  signatureAlgorithm: IssuingAlgorithm;
};

export async function encodeCertificate(
  engine: CryptoEngine,
  template: CertificateTemplate,
  sign: SignBytes,
): Promise<Uint8Array> {
  const algorithm = issuing(template.signatureAlgorithm).inCertificates;
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(template.serial),
    algorithm,
    encodeName(template.issuer),
    derSequence(validityTime(template.notBefore), validityTime(template.notAfter)),
    encodeName(template.subject),
    template.spkiDer,
    derExplicit(3, derSequence(...(await extensionsFor(engine, template)))),
  );
  return derSequence(tbs, algorithm, derBitString(await sign(tbs)));
}

/** RFC 5754 §2: SHA-2 identifiers are written without parameters. */
export function digestAlgorithmIdentifier(hash: StrongHash): Uint8Array {
  return derSequence(derOid(HASHES[hash].oid));
}

async function extensionsFor(engine: CryptoEngine, template: CertificateTemplate): Promise<Uint8Array[]> {
  const subjectKeyId = await keyIdentifier(engine, template.spkiDer);
  const selfSigned = equalBytes(template.spkiDer, template.issuerSpkiDer);
  const issuerKeyId = selfSigned ? subjectKeyId : await keyIdentifier(engine, template.issuerSpkiDer);
  const usage =
    template.role === 'authority'
      ? [
          extension(OID.basicConstraints, true, derSequence(derBoolean(true), derInteger(0))),
          extension(OID.keyUsage, true, derNamedBits(KEY_USAGE.keyCertSign, KEY_USAGE.crlSign)),
        ]
      : [
          extension(OID.basicConstraints, true, derSequence()),
          extension(OID.keyUsage, true, derNamedBits(KEY_USAGE.digitalSignature)),
          // RFC 3161 §2.3: this must be the only purpose, and critical.
          extension(OID.extendedKeyUsage, true, derSequence(derOid(OID.timeStamping))),
        ];
  return [
    ...usage,
    extension(OID.subjectKeyId, false, derOctetString(subjectKeyId)),
    extension(OID.authorityKeyId, false, derSequence(derImplicit(0, derOctetString(issuerKeyId)))),
  ];
}

function extension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  const flag = critical ? derBoolean(true) : new Uint8Array(0);
  return derSequence(concatBytes(derOid(oid), flag, derOctetString(value)));
}

/** RFC 7093 §2 method 1: the first 160 bits of the SHA-256 of the key. */
async function keyIdentifier(engine: CryptoEngine, spkiDer: Uint8Array): Promise<Uint8Array> {
  const fields = new DerFields(readDer(spkiDer));
  fields.takeAny();
  const { bytes } = readBitString(fields.takeAny());
  return (await engine.digest('SHA-256', bytes)).subarray(0, 20);
}

/** RFC 5280 §4.1.2.5: UTCTime through 2049, GeneralizedTime from then on, whole seconds in both. */
function validityTime(at: Date): Uint8Array {
  const wholeSeconds = new Date(Math.floor(at.getTime() / 1000) * 1000);
  return wholeSeconds.getUTCFullYear() < 2050 ? derUtcTime(wholeSeconds) : derGeneralizedTime(wholeSeconds);
}
