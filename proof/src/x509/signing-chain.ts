/**
 * Finds the path from a signer to a trusted root (RFC 5280 §6, as far as time stamps need it). Validity is
 * judged at the token's own time: a stamp stays valid after its signer's certificate expires (RFC 3161
 * appendix B). Revocation is not checked; a caller with network access may do so and report it separately.
 */
import { resolveSignatureMethod, weaknessOf } from '../crypto/algorithms.ts';
import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { OID } from '../encoding/oids.ts';
import { isUnavailable, ProofError } from '../proof-error.ts';
import type { TrustProfile } from './trust-profile.ts';
import { decodeSigningCertificate, KEY_USAGE, type SigningCertificate } from './x509.ts';

/** From the signer up to and including the root. */
export type SigningChain = readonly SigningCertificate[];

export type ChainSearch = {
  engine: CryptoEngine;
  /** Untrusted certificates that may be part of the path. */
  candidates: readonly Uint8Array[];
  /** The candidates, decoded on first use. */
  intermediates: () => readonly SigningCertificate[];
  /** The token's own time. */
  at: Date;
  /**
   * How many signature checks remain. This limits the cost of a token stuffed with certificates that imitate the
   * issuer's.
   */
  signatureChecksLeft: number;
};

const MAX_CHAIN_LENGTH = 8;

type FoundChain = {
  chain: SigningChain;
  /** Why this complete chain was not valid at the token's time. Undefined if it was. */
  problem: string | undefined;
};

/**
 * No path to a root. `isRefused`: a certificate names a trusted root as its issuer, but that root did not issue it.
 * `isUncheckable`: there may be a path, but this program lacks one of its algorithms.
 */
type NoChain = { reason: string; isRefused: boolean; isUncheckable: boolean };

/**
 * Returns a chain that was valid at `search.at`, otherwise one that fails only by its dates, otherwise the reason why
 * there is none.
 */
export async function findChain(
  search: ChainSearch,
  signer: SigningCertificate,
  profile: TrustProfile,
): Promise<FoundChain | NoChain> {
  const roots = profile.roots.map(decodeRoot);
  const attempt: Attempt = {
    search,
    roots,
    outOfDate: undefined,
    reason: undefined,
    isRefused: false,
    isUncheckable: false,
  };
  const chain = await extendChain(attempt, [signer]);
  if (chain !== undefined) return { chain, problem: undefined };
  if (attempt.outOfDate !== undefined) return attempt.outOfDate;
  const reason = `no certificate leads from ${nameOf(signer)} to a root of ${profile.name}`;
  const { isRefused, isUncheckable } = attempt;
  const why = attempt.reason === undefined ? reason : `${reason}: ${attempt.reason}`;
  return { reason: why, isRefused, isUncheckable };
}

/** Why the chain was not valid at that time, or undefined. */
export function datesProblem(chain: SigningChain, at: Date): string | undefined {
  for (const certificate of chain) {
    const { notBefore, notAfter } = certificate;
    if (at < notBefore) return `${nameOf(certificate)} was not valid before ${notBefore.toISOString()}`;
    // The certificate is valid through the whole second that notAfter names.
    if (at.getTime() >= notAfter.getTime() + 1000) {
      return `${nameOf(certificate)} expired on ${notAfter.toISOString()}, before the token's time ${at.toISOString()}`;
    }
  }
  return undefined;
}

export function endsAtRootOf(chain: SigningChain, profile: TrustProfile): boolean {
  const last = chain[chain.length - 1];
  return last !== undefined && profile.roots.some((root) => equalBytes(root, last.der));
}

type Attempt = {
  search: ChainSearch;
  roots: readonly SigningCertificate[];
  outOfDate: FoundChain | undefined;
  reason: string | undefined;
  isRefused: boolean;
  isUncheckable: boolean;
};

async function extendChain(attempt: Attempt, chain: SigningChain): Promise<SigningChain | undefined> {
  const last = chain[chain.length - 1];
  if (last === undefined) return undefined;
  const isRoot = attempt.roots.some((root) => equalBytes(root.der, last.der));
  if (isRoot && isSelfIssued(last)) return acceptComplete(attempt, chain);
  if (chain.length >= MAX_CHAIN_LENGTH) return undefined;
  for (const issuer of issuersOf(attempt, last, chain)) {
    const barred = issuerProblem(issuer, chain, attempt.roots);
    const problem =
      barred === undefined ? await signatureProblem(attempt.search, last, issuer) : { because: barred };
    if (problem !== undefined) {
      attempt.reason ??= problem.because;
      if (problem.isUncheckable === true) attempt.isUncheckable = true;
      else attempt.isRefused ||= attempt.roots.includes(issuer);
      continue;
    }
    const found = await extendChain(attempt, [...chain, issuer]);
    if (found !== undefined) return found;
  }
  // An operator may trust an intermediate authority, but a longer chain that ends in a root is preferred.
  return isRoot ? acceptComplete(attempt, chain) : undefined;
}

function acceptComplete(attempt: Attempt, chain: SigningChain): SigningChain | undefined {
  const problem = datesProblem(chain, attempt.search.at);
  if (problem === undefined) return chain;
  attempt.outOfDate ??= { chain, problem };
  return undefined;
}

/**
 * Tries the roots first, so that imitations planted in the token cannot use up the limit before the real issuer is
 * tried.
 */
function* issuersOf(
  attempt: Attempt,
  child: SigningCertificate,
  chain: SigningChain,
): Iterable<SigningCertificate> {
  const fits = (candidate: SigningCertificate): boolean =>
    equalBytes(candidate.subject.der, child.issuer.der) &&
    !chain.some((member) => equalBytes(member.der, candidate.der));
  yield* attempt.roots.filter(fits);
  yield* attempt.search.intermediates().filter(fits);
}

/** RFC 5280 §6.1.4: why a certificate may not issue the last one of the chain, or undefined. */
function issuerProblem(
  issuer: SigningCertificate,
  chain: SigningChain,
  roots: readonly SigningCertificate[],
): string | undefined {
  const { basicConstraints, keyUsage, extendedKeyUsage, unknownCriticalExtensions } = issuer;
  const isRoot = roots.includes(issuer);
  if (basicConstraints?.isAuthority !== true) return `${nameOf(issuer)} is not a certification authority`;
  // The operator chose the roots, so a root may lack the extension, as old ones do.
  const maySign = keyUsage === undefined ? isRoot : keyUsage.has(KEY_USAGE.keyCertSign);
  if (!maySign) return `${nameOf(issuer)} may not sign certificates`;
  const authoritiesBelow = chain.slice(1).filter((member) => !isSelfIssued(member)).length;
  if (basicConstraints.pathLength !== undefined && authoritiesBelow > basicConstraints.pathLength) {
    return `${nameOf(issuer)} may not have ${authoritiesBelow} authorities below it`;
  }
  if (unknownCriticalExtensions.length > 0) {
    return `${nameOf(issuer)} has the unknown critical extension ${unknownCriticalExtensions[0]}`;
  }
  // An authority limited to other purposes, such as e-mail, must not certify a time-stamping unit.
  const purposes = extendedKeyUsage?.oids ?? [OID.anyExtendedKeyUsage];
  const fitsPurpose = purposes.some((oid) => oid === OID.timeStamping || oid === OID.anyExtendedKeyUsage);
  return isRoot || fitsPurpose ? undefined : `${nameOf(issuer)} is not meant for time stamping`;
}

type Problem = { because: string; isUncheckable?: boolean };

async function signatureProblem(
  search: ChainSearch,
  child: SigningCertificate,
  issuer: SigningCertificate,
): Promise<Problem | undefined> {
  const weakness = weaknessOf(issuer.publicKey);
  if (weakness !== undefined) return { because: `${nameOf(issuer)}: ${weakness}` };
  if (search.signatureChecksLeft <= 0) return { because: 'the token holds too many candidate issuers' };
  search.signatureChecksLeft -= 1;
  try {
    const method = resolveSignatureMethod(child.signatureAlgorithm, issuer.publicKey);
    const { spkiDer } = issuer;
    const good = await verifySignature(search.engine, {
      ...method,
      spkiDer,
      signature: child.signature,
      data: child.tbs,
    });
    return good ? undefined : { because: `${nameOf(child)} was not signed by ${nameOf(issuer)}` };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { because: `${nameOf(child)}: ${error.message}`, isUncheckable: isUnavailable(error) };
  }
}

function isSelfIssued(certificate: SigningCertificate): boolean {
  return equalBytes(certificate.subject.der, certificate.issuer.der);
}

function nameOf(certificate: SigningCertificate): string {
  return `"${certificate.subject.commonName ?? certificate.subject.text}"`;
}

const decodedRoots = new WeakMap<Uint8Array, SigningCertificate>();

/** Roots come from the operator, not from the evidence. An unreadable root is therefore an error and not a verdict. */
function decodeRoot(der: Uint8Array): SigningCertificate {
  const known = decodedRoots.get(der);
  if (known !== undefined) return known;
  const root = decodeSigningCertificate(der);
  decodedRoots.set(der, root);
  return root;
}
