/**
 * Decides when all time stamps are renewed, and by which algorithm. Trust in a stamp ends when its signer's chain
 * expires, when one of its algorithms reaches its last day, or when the hash algorithm does. The stamps are renewed
 * half a year, a month and three days before each end; the later dates serve stamps that were made after the first
 * date. A renewal covers all certificates, so one renewal serves every end that it is early enough for.
 */

import { algorithmsOfChain, parseSigningCertificate, type StrongHash } from '@sello/proof';
import type { AlgorithmEnds } from '../../timestamps/algorithm-ends.ts';
import type { RenewalStanding } from './ports.ts';

const DAY_MS = 86_400_000;
const AHEAD_MS = [180, 30, 3].map((days) => days * DAY_MS);
const FIRST_AHEAD_MS = 180 * DAY_MS;

/** The algorithms of renewals, in the order in which each replaces the one before. */
const SUCCESSION = ['SHA-256', 'SHA-512'] as const satisfies readonly StrongHash[];

/** A day until which something can be relied on. `of` names that thing for the operator. */
type End = { of: string; at: Date };

/** A renewal that must come before an end, and the day from which it is due. */
type Due = End & { dueAt: Date };

type RenewalPlan = {
  /** The algorithm to use for a renewal now. */
  hash: StrongHash;
  /** The renewal that is due now, if any. */
  due: Due | undefined;
  /** The next renewal, if nothing changes. */
  next: Due | undefined;
};

type Known = Pick<RenewalStanding, 'stamped' | 'chains'>;

export function planRenewal({ stamped, chains }: Known, ends: AlgorithmEnds, now: Date): RenewalPlan {
  if (chains.length === 0) return { hash: 'SHA-256', due: undefined, next: undefined };
  const last = stamped.at(-1);
  const hash = hashNow(last?.hash ?? 'SHA-256', ends, now);
  const all = [
    ...chains.flatMap((chain) => endsOfChain(chain, ends)),
    // The first stamp of every certificate is over a SHA-256.
    { of: 'SHA-256', at: ends['SHA-256'] },
    ...(last === undefined ? [] : [{ of: last.hash, at: ends[last.hash] }]),
  ];
  const moments = all
    // Once an end has passed, a renewal comes too late for it.
    .filter(({ at }) => at > now)
    .flatMap((end) => AHEAD_MS.map((ms) => ({ ...end, dueAt: new Date(end.at.getTime() - ms) })))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const isDone = ({ dueAt }: { dueAt: Date }) => stamped.some(({ orderedAt }) => orderedAt >= dueAt);
  return {
    hash,
    due: moments.find((moment) => moment.dueAt <= now && !isDone(moment)),
    next: moments.find(({ dueAt }) => dueAt > now),
  };
}

/** The algorithm in use, until its own last day comes near. */
function hashNow(used: StrongHash, ends: AlgorithmEnds, now: Date): StrongHash {
  const later = SUCCESSION.slice(Math.max(0, SUCCESSION.indexOf(used as (typeof SUCCESSION)[number])));
  const lasts = (hash: StrongHash) => ends[hash].getTime() - FIRST_AHEAD_MS > now.getTime();
  return later.find(lasts) ?? later.at(-1) ?? used;
}

/**
 * The day on which the first certificate of the chain expires and, separately, the days of its algorithms: a provider
 * may continue to use an algorithm beyond its day.
 */
function endsOfChain(chain: readonly Uint8Array[], ends: AlgorithmEnds): End[] {
  const certificates = chain.flatMap((der) => parseSigningCertificate(der) ?? []);
  const [signer] = certificates;
  if (signer === undefined) return [];
  const of = signer.subject.commonName ?? signer.subject.text;
  const expires = new Date(Math.min(...certificates.map(({ notAfter }) => notAfter.getTime())));
  const algorithms = algorithmsOfChain(certificates);
  return [
    { of, at: expires },
    ...algorithms.map((algorithm) => ({ of: `${algorithm} of ${of}`, at: ends[algorithm] })),
  ];
}
