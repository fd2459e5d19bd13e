/**
 * Every digest and signature scheme that this package knows, one line each. Newer schemes use one identifier for key
 * and signature, and such a scheme needs only its line here. An engine that cannot compute a scheme reports it
 * (`unavailable`), and then the evidence counts as unchecked: neither valid nor invalid.
 */
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';

/** Common names of the algorithms that evidence rests on. A verifier can name one of them as broken. */
export const ALGORITHM_NAMES = [
  'RSA',
  'ECDSA',
  // Each curve has its own entry, because one may be broken before the others.
  'P-256',
  'P-384',
  'P-521',
  'Ed25519',
  'ML-DSA',
  'SHA-256',
  'SHA-384',
  'SHA-512',
  'Keccak-256',
] as const;

export type AlgorithmName = (typeof ALGORITHM_NAMES)[number];

type Scheme = {
  /** The name used in messages. */
  name: string;
  family: AlgorithmName;
  /** The elliptic curve, if a verifier can declare that curve alone broken. */
  curve?: AlgorithmName;
  /** The digest that is built into the scheme, if this package knows it. */
  digest?: AlgorithmName;
  /** The identifier of both the key and the signature. Neither has parameters. */
  oid?: string;
  /** Whether every platform since 2017 can compute it. */
  isEverywhere: boolean;
};

/** Digests strong enough for signatures and imprints, with the signature schemes that use them. */
export const HASHES = {
  'SHA-256': { bytes: 32, oid: OID.sha256, withRsa: OID.sha256WithRsa, withEcdsa: OID.ecdsaWithSha256 },
  'SHA-384': { bytes: 48, oid: OID.sha384, withRsa: OID.sha384WithRsa, withEcdsa: OID.ecdsaWithSha384 },
  'SHA-512': { bytes: 64, oid: OID.sha512, withRsa: OID.sha512WithRsa, withEcdsa: OID.ecdsaWithSha512 },
} as const;

export type StrongHash = keyof typeof HASHES;

const HASH_NAMES = Object.keys(HASHES) as readonly StrongHash[];

/** The digest that has this identifier in the column `place` of the table. Undefined for weak and unknown digests. */
export function hashOf(oid: string, place: 'oid' | 'withRsa' | 'withEcdsa'): StrongHash | undefined {
  return HASH_NAMES.find((name) => HASHES[name][place] === oid);
}

export const SCHEMES = {
  'rsa-pkcs1': { name: 'RSA', family: 'RSA', isEverywhere: true },
  'rsa-pss': { name: 'RSA-PSS', family: 'RSA', isEverywhere: true },
  'ecdsa-p256': { name: 'ECDSA on P-256', family: 'ECDSA', curve: 'P-256', isEverywhere: true },
  'ecdsa-p384': { name: 'ECDSA on P-384', family: 'ECDSA', curve: 'P-384', isEverywhere: true },
  'ecdsa-p521': { name: 'ECDSA on P-521', family: 'ECDSA', curve: 'P-521', isEverywhere: false },
  // RFC 8410
  ed25519: { name: 'Ed25519', family: 'Ed25519', digest: 'SHA-512', oid: OID.ed25519, isEverywhere: false },
  // RFC 9881 for certificates, RFC 9882 for signed data. They use SHAKE256 internally.
  'ml-dsa-44': { name: 'ML-DSA-44', family: 'ML-DSA', oid: OID.mlDsa44, isEverywhere: false },
  'ml-dsa-65': { name: 'ML-DSA-65', family: 'ML-DSA', oid: OID.mlDsa65, isEverywhere: false },
  'ml-dsa-87': { name: 'ML-DSA-87', family: 'ML-DSA', oid: OID.mlDsa87, isEverywhere: false },
} as const satisfies Readonly<Record<string, Scheme>>;

export type SignatureScheme = keyof typeof SCHEMES;
/** Schemes that include their own hash. */
export type WholeScheme = {
  [S in SignatureScheme]: (typeof SCHEMES)[S] extends { oid: string } ? S : never;
}[SignatureScheme];

const BY_OID = new Map<string, WholeScheme>(
  Object.entries(SCHEMES).flatMap(([scheme, entry]) =>
    'oid' in entry ? [[entry.oid, scheme as WholeScheme] as const] : [],
  ),
);

export function schemeOf(oid: string): WholeScheme | undefined {
  return BY_OID.get(oid);
}

/** The algorithm is known, but this platform cannot compute it. */
export function unavailable(scheme: SignatureScheme): ProofError {
  return new ProofError(
    'algorithm_unavailable',
    `signed with ${SCHEMES[scheme].name}, which this program cannot check`,
  );
}
