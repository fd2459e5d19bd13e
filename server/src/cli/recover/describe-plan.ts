/** The text that `sello recover` prints about a plan, or about the reasons why there is none. */

import { describeLostPast, type LostPast, namedLeaves } from '../../transparency/rollback/compare-past.ts';
import type { RecoveryPlan } from '../../upkeep/recover/plan.ts';

/** How many entries of each list are shown. The rest is only counted. */
const MOST_TOLD = 20;

export function refusalOf(lost: LostPast): string[] {
  const what = `${describeLostPast(lost)}.`;
  const remedies = {
    behind: [],
    fork: [
      'Both histories were signed, and one database cannot have both. Restore the database that has the other history, if it still exists: it has all certificates except those made since.',
      'If it does not, sello recover --accept-loss continues with this one: what is kept of the other history is put aside, and this server can no longer show proofs of its certificates.',
    ],
    other_log: ['Give this database the data folder or the bucket of its own log, or the other way round.'],
    unreadable: [
      'Put the file "checkpoint" beside the files back from a copy of the store. If there is none, sello recover --accept-loss continues without it.',
    ],
  };
  return [what.charAt(0).toUpperCase() + what.slice(1), ...remedies[lost.kind]];
}

export function linesOf(plan: RecoveryPlan): string[] {
  const { range, kept, byAccount, unknownAccounts, waiting, bareLeaves, withoutFile, latecomers, gap } = plan;
  const count = [...byAccount.values()].reduce((sum, n) => sum + n, 0);
  const when = kept.signedAt.toISOString();
  const lines = [
    `This database ends with ${range.from} leaves; ${kept.size} were signed until ${when}. Lost: ${namedLeaves(range.from, range.to)}.`,
  ];
  if (gap !== undefined) return [...lines, ...gapLines(plan, gap)];
  return [
    ...lines,
    'The journal has all of them, and they give the root that was signed.',
    `Certificates to put back, with their time stamps and at their places: ${count}, of ${byAccount.size} accounts.`,
    ...(waiting > 0 ? [`Certificates in this database that get their place back: ${waiting}.`] : []),
    ...(bareLeaves > 0
      ? [
          `Leaves without a certificate: ${bareLeaves}. Their places are put back; what they stood for is unknown.`,
        ]
      : []),
    ...some('Accounts missing in this database, put back with name and e-mail only', unknownAccounts),
    ...some('Originals that are not in the store; their certificates come back as erased', [...withoutFile]),
    ...some('Certificates made since on this database, which get new numbers', latecomers),
    'Not put back, because only the database had them: sessions, keys, passwords, memberships, webhooks, answers to Idempotency-Keys, audit entries, changes of certificates, and anchors, which are made again.',
  ];
}

function gapLines(
  { range, kept }: RecoveryPlan,
  { from, to, because }: { from: number; to: number; because: string },
): string[] {
  return [
    `It cannot be put back: ${because} (${namedLeaves(from, to)}).`,
    from > range.from
      ? `Up to there, ${namedLeaves(range.from, from)} could be put back, but the log must not have a gap.`
      : 'No part of it can be put back.',
    `Look for what is missing: a newer database (another standby, a later backup or archive of the log of changes) with at least ${to} leaves, or a copy of the file store. Put it back and run sello recover again.`,
    `If there is none, sello recover --accept-loss continues with this database: the log then signs another history than the one of ${kept.size} leaves that it had signed, witnesses will refuse it, and the certificates that are lost have to be made again; their callers hold the proofs.`,
  ];
}

export function some(what: string, all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const rest = all.length > MOST_TOLD ? [`  … and ${all.length - MOST_TOLD} more`] : [];
  return [`${what}: ${all.length}.`, ...all.slice(0, MOST_TOLD).map((one) => `  ${one}`), ...rest];
}
