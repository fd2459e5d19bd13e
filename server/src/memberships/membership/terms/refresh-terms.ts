/**
 * Computes the stored evaluations of memberships and terms again. Every change of points, terms or renewals ends with
 * this.
 */

import { evaluateAll, toHundredths } from '@sello/rules';
import type { NewEvent } from '../../../events/note-event.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import { tell } from '../../events.ts';
import { type Chain, newestTerm, standingDaysOf, toWholeTerms } from '../../standing/chain.ts';
import { type LinesOf, readLines } from '../../standing/pg-lines.ts';
import { readVersions, type VersionOf } from '../../standing/pg-versions.ts';
import {
  type ChangedTerm,
  type MembershipDays,
  readChains,
  type TermCounts,
  writeCounts,
  writeStandingDays,
} from './pg-terms.ts';

/** Called after ledgers changed. Covers all terms of these members, open and decided ones. */
export async function refreshTerms(
  tools: Pick<Tools, 'query' | 'now'>,
  _owner: Owner | undefined,
  memberIds: readonly MemberId[],
): Promise<void> {
  await tellChanged(tools, await recountTerms(tools, memberIds));
}

/** Does the same without events, for repairs. */
export async function recountTerms(
  tools: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<ChangedTerm[]> {
  const chains = await readChains(tools, memberIds);
  const versionOf = await versionsOfChains(tools, chains);
  const linesOf = await readLines(tools, memberIds);
  const changed = await writeCounts(
    tools,
    chains.flatMap((chain) => countsOf(chain, versionOf, linesOf)),
  );
  await writeStandingDays(
    tools,
    chains.map((chain) => daysOf(chain, versionOf)),
  );
  return changed;
}

/**
 * Writes the events of changed terms. All terms are of one account and mode, except for the worker, which handles
 * several.
 */
async function tellChanged(
  tools: Pick<Tools, 'query' | 'now'>,
  changed: readonly ChangedTerm[],
): Promise<void> {
  const byOwner = Map.groupBy(changed, ({ accountId, livemode }) => `${accountId} ${livemode}`);
  for (const terms of byOwner.values()) {
    const [owner] = terms;
    if (owner !== undefined) await tell(tools, owner, terms.flatMap(termEvents));
  }
}

function termEvents({ id, membershipId, met, endsOn, contradicted }: ChangedTerm): NewEvent[] {
  const term = { id, object: 'term', membership_id: membershipId, met, ends_on: endsOn };
  if (met) return [{ type: 'term.met', data: term }];
  if (contradicted === undefined) return [];
  const renewal = { id: contradicted, object: 'renewal', membership_id: membershipId, term_id: id };
  return [{ type: 'renewal.contradicted', data: { ...renewal, status: 'approved', contradicted: true } }];
}

/**
 * Called after a change that moves no points, such as a suspension of a member or a membership, or a request for
 * renewal.
 */
export async function refreshStandings(
  tools: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<void> {
  const chains = await readChains(tools, memberIds);
  const versionOf = await versionsOfChains(tools, chains);
  await writeStandingDays(
    tools,
    chains.map((chain) => daysOf(chain, versionOf)),
  );
}

export function versionsOfChains(
  tools: Pick<Tools, 'query'>,
  chains: readonly Pick<Chain, 'programId' | 'terms'>[],
): Promise<VersionOf> {
  return readVersions(
    tools,
    chains.flatMap(({ programId, terms }) =>
      terms.map(({ programVersion }) => ({ programId, version: programVersion })),
    ),
  );
}

/** The right values for the stored evaluations of a membership's terms. */
export function countsOf(chain: Chain, versionOf: VersionOf, linesOf: LinesOf): TermCounts[] {
  const { terms, memberId, programId } = chain;
  const asOf = newestTerm(chain).endsOn;
  const evaluations = evaluateAll(toWholeTerms(chain, versionOf), linesOf(memberId, programId), asOf);
  return evaluations.flatMap(({ met, counted, missing_points, lost_on }, index) => {
    const term = terms[index];
    if (term === undefined) return [];
    return [
      {
        termId: term.id,
        programVersion: term.programVersion,
        met,
        counted: toHundredths(counted),
        missingPoints: toHundredths(missing_points),
        lostOn: lost_on ?? undefined,
      },
    ];
  });
}

/** The right values for the stored standing of the membership. */
export function daysOf(chain: Chain, versionOf: VersionOf): MembershipDays {
  return {
    membershipId: chain.membershipId,
    termId: newestTerm(chain).id,
    ...standingDaysOf(chain, (programId, version) => versionOf(programId, version).rules),
  };
}
