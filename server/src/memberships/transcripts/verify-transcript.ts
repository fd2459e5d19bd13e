/** Checks a transcript by itself: the hash over it, the chain of the ledger, and every sum. */

import type { Evaluation, Rules } from '@sello/rules';
import canonicalize from 'canonicalize';
import { Value } from 'typebox/value';
import { entryHash, NO_HASH } from '../awards/ledger-entry.ts';
import { type Counted, type LedgerEntry, redoSums, type Sums, standingLines } from './redo-sums.ts';
import { transcriptHash } from './seal-transcript.ts';
import { type Transcript, TranscriptSchema } from './transcript.ts';

export type TranscriptCheck = { name: string; passes: boolean; because: string };

/**
 * Makes all checks, in the order in which a reader would. An unreadable transcript gets a single check, which fails.
 */
export function verifyTranscript(json: unknown): TranscriptCheck[] {
  const found = unwrap(json);
  if (!Value.Check(TranscriptSchema, found)) {
    const [error] = Value.Errors(TranscriptSchema, found);
    return [
      check('structure', false, `not a transcript: ${error?.instancePath ?? ''} ${error?.message ?? ''}`),
    ];
  }
  try {
    return [check('structure', true, 'a transcript'), ...checksOf(found)];
  } catch (error) {
    return [check('structure', false, `cannot be reckoned: ${String(error)}`)];
  }
}

/** The hash over the transcript's content. Undefined if the value is not a transcript. */
export function transcriptSha256(json: unknown): string | undefined {
  const found = unwrap(json);
  return Value.Check(TranscriptSchema, found) ? transcriptHash(found) : undefined;
}

/**
 * Reads a transcript as the API returns it or as it is stored. Extra fields are refused, because no hash covers them.
 */
function unwrap(json: unknown): unknown {
  const isWrapped = typeof json === 'object' && json !== null && 'transcript' in json;
  return isWrapped && Object.keys(json).length === 1 ? json.transcript : json;
}

function checksOf(transcript: Transcript): TranscriptCheck[] {
  const sums = redoSums(transcript.ledger.entries, countedOf(transcript), transcript.as_of);
  return [
    hashCheck(transcript),
    chainCheck(transcript),
    headCheck(transcript),
    ...evaluationChecks(transcript, sums),
    awardsCheck(transcript, sums),
  ];
}

function hashCheck(transcript: Transcript): TranscriptCheck {
  const hash = transcriptHash(transcript);
  const isSame = hash === transcript.sha256;
  return check(
    'sha256',
    isSame,
    isSame ? hash : `the content has ${hash}, the transcript says ${transcript.sha256}`,
  );
}

function chainCheck({ ledger: { entries } }: Transcript): TranscriptCheck {
  let before = Buffer.from(NO_HASH);
  for (const [index, entry] of entries.entries()) {
    const at = new Date(entry.at);
    const isNext = entry.seq === index + 1 && entry.prev_hash === before.toString('hex');
    const hash = Buffer.from(
      entryHash({
        seq: entry.seq,
        kind: entry.kind,
        awardId: entry.award_id as never,
        lines: entry.lines as never,
        completedOn: entry.completed_on,
        at,
        prevHash: before,
      }),
    );
    if (!isNext || at.toISOString() !== entry.at || hash.toString('hex') !== entry.hash)
      return check('chain', false, `entry ${index + 1} does not follow from the one before it`);
    before = hash;
  }
  return check('chain', true, `${entries.length} entries, each hashed over the one before it`);
}

function headCheck({ ledger: { entries, head } }: Transcript): TranscriptCheck {
  const last = entries.at(-1);
  const isSame = head === null ? last === undefined : head.seq === last?.seq && head.hash === last.hash;
  return check('head', isSame, isSame ? (head?.hash ?? 'no entries') : 'the head is not the last entry');
}

function countedOf({ memberships, programs }: Transcript): Counted[] {
  const versions = new Map(
    programs.flatMap(({ id, versions: own }) =>
      own.map(({ version, rules }) => [`${id} ${version}`, rules as Rules] as const),
    ),
  );
  return memberships.map(({ id, program_id, anchor = null, terms }) => ({
    membershipId: id,
    programId: program_id,
    terms: terms.map((term) => {
      const rules = versions.get(`${program_id} ${term.program_version}`);
      if (rules === undefined) throw new Error(`the rules of term ${term.number} are missing`);
      const { number, starts_on, ends_on, program_version, tracks, extended_until, waivers } = term;
      return { number, starts_on, ends_on, program_version, tracks, extended_until, waivers, rules, anchor };
    }),
  }));
}

function evaluationChecks({ memberships, asked }: Transcript, sums: Sums): TranscriptCheck[] {
  return memberships.flatMap(({ id, terms }) =>
    terms
      .filter(({ number }) => asked.term === null || asked.term === number)
      .map(({ number, evaluation }) => {
        const redone = sums.evaluationOf(id, number);
        const isSame =
          redone !== undefined && canonicalize(asWritten(redone, evaluation)) === canonicalize(evaluation);
        const says = isSame
          ? `counts ${redone.counted}, ${redone.met ? 'met' : 'not met'}`
          : `the ledger gives ${redone?.counted}, the transcript says ${evaluation?.counted}`;
        return check(`term ${number} of ${id}`, isSame, says);
      }),
  );
}

type Written = Transcript['memberships'][number]['terms'][number]['evaluation'];

/** Transcripts of earlier versions do not name the categories of awards and do not list carried points. */
function asWritten(redone: Evaluation, written: Written): object {
  const isOlder = written?.carried === undefined && !written?.awards.some(({ category }) => category);
  if (!isOlder) return redone;
  const { carried: _, awards, ...rest } = redone;
  return { ...rest, awards: awards.map(({ category: __, ...award }) => award) };
}

function awardsCheck({ awards, ledger: { entries }, as_of }: Transcript, sums: Sums): TranscriptCheck {
  const standing = standingLines(entries, as_of);
  const newest = new Map(entries.map((entry) => [entry.award_id, entry]));
  for (const award of awards) {
    const wrong = faultOf(award, newest.get(award.id), standing.has(award.id), sums);
    if (wrong !== undefined) return check('awards', false, `${award.id}: ${wrong}`);
  }
  return check('awards', true, `${awards.length} awards, each as in the ledger`);
}

/** `entry` is the award's newest entry, an approval or a reversal. Both state the day and the points. */
function faultOf(
  { id, status, completed_on, lines }: Transcript['awards'][number],
  entry: LedgerEntry | undefined,
  isStanding: boolean,
  sums: Sums,
): string | undefined {
  if ((status === 'approved') !== isStanding || (status === 'revoked' && entry === undefined))
    return `is ${status}, which the ledger does not say`;
  const given = lines.map(({ program_id, category, points }) => ({ program_id, category, points }));
  if (entry && (completed_on !== entry.completed_on || canonicalize(given) !== canonicalize(entry.lines)))
    return 'its day or its points are not those of the ledger';
  const isCounted = lines.every(({ program_id, category, term, counted, because }) => {
    const redone = isStanding ? sums.lineOf(id, program_id, category) : { term: null, counted: 0, because };
    return redone.term === term && redone.counted === counted && redone.because === because;
  });
  return isCounted ? undefined : 'what counts of it is not what the rules give';
}

function check(name: string, passes: boolean, because: string): TranscriptCheck {
  return { name, passes, because };
}
