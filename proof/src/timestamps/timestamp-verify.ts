/**
 * Verifies a time stamp, with a reason for each check. It does not check revocation, which needs the network, nor
 * whether the authority's clock was right.
 */

import { fail, failedBy, pass, uncheckable } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { type ChainCache, recallChain, rememberChain } from '../x509/chain-cache.ts';
import { type ChainSearch, findChain } from '../x509/signing-chain.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import type { SigningCertificate } from '../x509/x509.ts';
import { decodeTimestampResponse, type TimestampResponse, type TimestampToken } from './timestamp.ts';
import {
  checkCertificateProfile,
  checkEssCertificate,
  checkGenTime,
  checkImprint,
  checkMessageDigest,
  checkNonce,
  checkPolicy,
  checkSignature,
  checkStatus,
  checkStructure,
  checkTimeSyntax,
  type ExpectedTimestamp,
  type TimestampFinding,
} from './timestamp-checks.ts';
import { findSigner, parseCertificates, type TokenSigner } from './timestamp-signer.ts';
import { judge, type Match, type TimestampVerdict } from './timestamp-verdict.ts';

export type VerifyOptions = {
  /** Certificates that may complete a chain, for tokens that contain none. Not trusted. */
  certificates?: readonly Uint8Array[];
  chainCache?: ChainCache;
};

/**
 * Takes a complete response or a bare token. `trust` is in order of preference. Rejects only if this code has a bug or
 * a root is unreadable.
 */
export async function verifyTimestamp(
  engine: CryptoEngine,
  tsr: Uint8Array,
  expected: ExpectedTimestamp,
  trust: readonly TrustProfile[],
  options: VerifyOptions = {},
): Promise<TimestampVerdict> {
  const response = readResponse(tsr);
  if ('outcome' in response) return judge([response], undefined, undefined);
  const { token } = response;
  if (token === undefined) {
    return judge([pass('structure', 'a well-formed response'), checkStatus(response)], undefined, undefined);
  }

  const structure = checkStructure(token);
  const [signerInfo] = token.signerInfos;
  if (signerInfo === undefined || structure[0]?.outcome === 'fail') return judge(structure, token, undefined);
  const findings = [
    ...structure,
    checkStatus(response),
    checkImprint(token, expected),
    checkNonce(token, expected),
    checkGenTime(token, expected),
    checkTimeSyntax(signerInfo),
    await checkMessageDigest(engine, token, signerInfo),
  ];

  const extraCertificates = [...(options.certificates ?? []), ...trust.flatMap(({ roots }) => roots)];
  const signer = await findSigner(engine, token, signerInfo, extraCertificates, options.chainCache);
  if ('outcome' in signer) return judge([...findings, signer], token, undefined);
  findings.push(
    pass('signer_certificate', `the certificate calls the signer ${signer.certificate.subject.text}`),
    await checkSignature(engine, signerInfo, signer.certificate),
    await checkEssCertificate(engine, signerInfo, signer),
  );
  return judgeByAuthority(engine, token, signer, findings, expected, trust, options);
}

function readResponse(tsr: Uint8Array): TimestampResponse | TimestampFinding {
  try {
    return decodeTimestampResponse(tsr);
  } catch (error) {
    return failedBy('structure', error);
  }
}

/**
 * Makes the checks of policies, purposes and tolerated quirks, which depend on the authority. Several profiles may
 * share a root, one per provider: the first profile that is satisfied decides.
 */
async function judgeByAuthority(
  engine: CryptoEngine,
  token: TimestampToken,
  signer: TokenSigner,
  findings: readonly TimestampFinding[],
  expected: ExpectedTimestamp,
  trust: readonly TrustProfile[],
  options: VerifyOptions,
): Promise<TimestampVerdict> {
  const search = startSearch(engine, token, options);
  const isKnown = (profile: TrustProfile): number => Number(signer.known?.chains.has(profile.name) ?? false);
  let refusal: TimestampVerdict | undefined;
  for (const profile of [...trust].sort((a, b) => isKnown(b) - isKnown(a))) {
    const traced = await traceToProfile(search, signer, profile, options.chainCache);
    const verdict = judge(
      [
        ...findings,
        checkPolicy(token, expected, traced.match?.profile),
        checkCertificateProfile(signer.certificate, traced.match?.chain),
        traced.finding,
      ],
      token,
      traced.match,
      traced.isUnknown,
    );
    if (verdict.verdict === 'trusted') return verdict;
    if (refusal === undefined || weightOf(verdict) > weightOf(refusal)) refusal = verdict;
  }
  return refusal ?? judge([...findings, fail('chain', 'no trusted root was given')], token, undefined, true);
}

/**
 * Ranks refusals, so that the most informative one is reported: first a chain with a fault, then a root that
 * contradicts the chain, then a chain that this program cannot check, and last no chain at all.
 */
function weightOf({ profile, isAuthorityUnknown, checks }: TimestampVerdict): number {
  if (profile !== undefined) return 3;
  if (!isAuthorityUnknown) return 2;
  return checks.some(({ name, isUncheckable }) => name === 'chain' && isUncheckable === true) ? 1 : 0;
}

/** Limit on signature checks during the chain search for one token, over all profiles. */
const MAX_SIGNATURE_CHECKS = 24;

function startSearch(engine: CryptoEngine, token: TimestampToken, options: VerifyOptions): ChainSearch {
  const candidates = [...token.certificates.map(({ der }) => der), ...(options.certificates ?? [])];
  let parsed: readonly SigningCertificate[] | undefined;
  return {
    engine,
    at: token.info.genTime,
    signatureChecksLeft: MAX_SIGNATURE_CHECKS,
    candidates,
    intermediates() {
      parsed ??= parseCertificates(candidates);
      return parsed;
    },
  };
}

async function traceToProfile(
  search: ChainSearch,
  signer: TokenSigner,
  profile: TrustProfile,
  cache: ChainCache | undefined,
): Promise<{ finding: TimestampFinding; match: Match | undefined; isUnknown: boolean }> {
  const chained = pass(
    'chain',
    `leads to a root of ${profile.name}; all certificates were valid at the token's time`,
  );
  const recalled = recallChain(signer.known, profile, search.at, search.candidates);
  if (recalled !== undefined)
    return { finding: chained, match: { profile, chain: recalled }, isUnknown: false };
  const found = await findChain(search, signer.certificate, profile);
  if ('reason' in found) {
    const { reason, isRefused, isUncheckable } = found;
    const finding = isUncheckable && !isRefused ? uncheckable('chain', reason) : fail('chain', reason);
    return { finding, match: undefined, isUnknown: !isRefused };
  }
  const match = { profile, chain: found.chain };
  if (found.problem !== undefined) return { finding: fail('chain', found.problem), match, isUnknown: false };
  if (cache && signer.sha256) rememberChain(cache, encodeHex(signer.sha256), profile, found.chain);
  return { finding: chained, match, isUnknown: false };
}
