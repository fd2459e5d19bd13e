/** Accepts a provider's answer only after it has passed every check in `proof/`. */

import {
  type CryptoEngine,
  concatBytes,
  createChainCache,
  decodeTimestampResponse,
  type FailInfo,
  ProofError,
  type RevocationReport,
  type StrongHash,
  type TimestampResponse,
  type TimestampVerdict,
  type TrustProfile,
  verifyTimestamp,
} from '@sello/proof';
import type { UnverifiedStamp } from './dialects/dialect.ts';
import type { Imprint, Stamp } from './ports.ts';
import { PscFailure, refusesUs } from './psc-failure.ts';
import type { CheckRevocation } from './revocation/check.ts';

/** A token whose time differs from ours by more than this is refused: one of the clocks is wrong. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

type Accepted = {
  name: string;
  policy: string | undefined;
  trust: readonly TrustProfile[];
  repeatsTokens: boolean;
};

/** Rejects with a `PscFailure` unless the answer is a valid time stamp over this digest, made just now. */
type VerifyStamp = (given: UnverifiedStamp, imprint: Imprint) => Promise<Stamp>;

export function imprintOf(imprint: Imprint): { algorithm: StrongHash; digest: Uint8Array } {
  if (typeof imprint !== 'string') return imprint;
  return { algorithm: 'SHA-256', digest: Buffer.from(imprint, 'hex') };
}

export function makeStampVerifier(
  {
    now,
    crypto,
    checkRevocation,
  }: { now: () => Date; crypto: CryptoEngine; checkRevocation?: CheckRevocation | undefined },
  { name, policy, trust, repeatsTokens }: Accepted,
): VerifyStamp {
  const chainCache = createChainCache();
  return async ({ tsr, nonce }, imprint) => {
    const at = now();
    const { algorithm, digest } = imprintOf(imprint);
    const expected = {
      digest: { algorithm, value: digest },
      ...(nonce === undefined ? {} : { nonce }),
      ...(policy === undefined ? {} : { policy }),
      time: { at, toleranceMs: MAX_CLOCK_DIFFERENCE_MS },
    };
    const verdict = await verifyTimestamp(crypto, tsr, expected, trust, { chainCache });
    const { token } = verdict;
    if (verdict.verdict !== 'trusted' || token === undefined) {
      throw (repeatsTokens ? repeated(verdict, name, at) : undefined) ?? refused(tsr, verdict);
    }
    const revocation = await checkRevocation?.(verdict.chain, token.info.genTime);
    if (revocation?.outcome === 'revoked') {
      throw new PscFailure('invalid_token', `the token was refused: revocation (${revocation.because})`);
    }
    return {
      tsr: asResponse(tsr, token.der),
      tokenSha256: await crypto.digest('SHA-256', token.der),
      chain: certificatesOf(verdict.chain),
      facts: {
        psc: name,
        serial: token.info.serialHex,
        policyOid: token.info.policy,
        genTime: token.info.genTimeText,
        accuracyMs: token.info.accuracyMs,
        accredited: verdict.accredited,
        warnings: [...verdict.warnings, ...revocationWarning(revocation)],
      },
    };
  };
}

const certificates = new WeakMap<TimestampVerdict['chain'], readonly Uint8Array[]>();

/**
 * The certificates of a chain. The same chain gives the same array, so that what is derived from it can be cached
 * with it.
 */
function certificatesOf(chain: TimestampVerdict['chain']): readonly Uint8Array[] {
  const known = certificates.get(chain) ?? chain.map(({ der }) => der);
  certificates.set(chain, known);
  return known;
}

/** An unreachable revocation server does not invalidate the stamp, but the certificate carries a warning. */
function revocationWarning(report: RevocationReport | undefined): { code: string; message: string }[] {
  return report?.outcome === 'unknown' ? [{ code: 'revocation_unknown', message: report.because }] : [];
}

function refused(tsr: Uint8Array, verdict: TimestampVerdict): PscFailure {
  const refusal = verdict.token === undefined ? refusalIn(tsr) : undefined;
  const failed = verdict.checks.filter((check) => check.outcome === 'fail');
  const checks = failed.map((check) => `${check.name} (${check.because})`).join('; ');
  return refusal ?? new PscFailure('invalid_token', `the token was refused: ${checks}`);
}

/** The provider's refusal, if there is one: a response without a token gives the reason (RFC 3161 §2.4.2). */
function refusalIn(tsr: Uint8Array): PscFailure | undefined {
  let response: TimestampResponse;
  try {
    response = decodeTimestampResponse(tsr);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
  const { status, failInfo, statusText } = response;
  if (status === undefined || status <= 1) return undefined;
  const reason = `the authority answered with status ${status} (${[...failInfo, ...statusText].join(', ')})`;
  return failInfo.some((info) => AUTHORITY_FAULTS.has(info))
    ? refusesUs(reason)
    : new PscFailure('rejected', reason);
}

const AUTHORITY_FAULTS: ReadonlySet<FailInfo> = new Set<FailInfo>([
  'timeNotAvailable',
  'addInfoNotAvailable',
  'systemFailure',
]);

/**
 * The failure for a token that is valid except for its age, from a provider that never issues a second one for the
 * same bytes. It is not the provider's fault: a caller who sends an old file five times must not open the breaker for
 * everyone. This is the only invalid token after which the next provider is asked, because another provider can issue
 * a new one.
 */
function repeated(verdict: TimestampVerdict, name: string, at: Date): PscFailure | undefined {
  const failed = verdict.checks.filter((check) => check.outcome === 'fail');
  const info = verdict.token?.info;
  const isOldOnly = failed.every((check) => check.name === 'gen_time') && info && info.genTime < at;
  if (!isOldOnly) return undefined;
  return new PscFailure('invalid_token', `the provider returned its earlier token of ${info.genTimeText}`, {
    isProviderFault: false,
    mayAskNext: true,
    text: {
      en: `The time-stamping provider ${name} already stamped these exact bytes on ${info.genTimeText} and does not issue a second time stamp for them. Nothing was used up.`,
      es: `El proveedor de sellos de tiempo ${name} ya selló estos mismos bytes el ${info.genTimeText} y no emite un segundo sello para ellos. No se consumió nada.`,
    },
  });
}

/**
 * Some providers return a bare token, but readers of our `.tsr` expect a TimeStampResp (RFC 3161 §2.4.2). No signature
 * covers that wrapper, so we may add it: SEQUENCE { SEQUENCE { granted(0) }, token }.
 */
export function asResponse(tsr: Uint8Array, token: Uint8Array): Uint8Array {
  if (token.length !== tsr.length) return tsr;
  const size = GRANTED.length + token.length;
  // DER (X.690 §10.1) demands the shortest form of the length. Every token is longer than 255 bytes.
  const length = size < 0x10000 ? [0x82] : [0x83, size >> 16];
  return concatBytes(Uint8Array.of(0x30, ...length, (size >> 8) & 0xff, size & 0xff), GRANTED, token);
}

const GRANTED = Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x00);
