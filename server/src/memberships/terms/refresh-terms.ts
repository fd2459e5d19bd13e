/** Derives again what is kept beside memberships and terms. Whatever changes points, terms or renewals ends here. */

import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Chain, newestTerm, type RulesOf, standingDaysOf, toEngineTerms } from '../chains/chain.ts';
import { type LinesOf, readLines } from '../chains/pg-lines.ts';
import { readVersions } from '../chains/pg-versions.ts';
import type { Tools } from '../operations/operation.ts';
import { evaluateAll } from '../rules/evaluate.ts';
import { toHundredths } from '../rules/points.ts';
import {
  type MembershipDays,
  readChains,
  type TermCounts,
  writeCounts,
  writeStandingDays,
} from './pg-terms.ts';

/** After their ledgers changed: of all terms of these members, open and decided ones. */
export async function refreshTerms(
  tools: Pick<Tools, 'query'>,
  _owner: Owner | undefined,
  memberIds: readonly MemberId[],
): Promise<void> {
  const chains = await readChains(tools, memberIds);
  const rulesOf = await rulesOfChains(tools, chains);
  const linesOf = await readLines(tools, memberIds);
  await writeCounts(
    tools,
    chains.flatMap((chain) => countsOf(chain, rulesOf, linesOf)),
  );
  await writeStandingDays(
    tools,
    chains.map((chain) => daysOf(chain, rulesOf)),
  );
}

/** After a change that moves no points: a member or a membership was suspended, a renewal asked for. */
export async function refreshStandings(
  tools: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<void> {
  const chains = await readChains(tools, memberIds);
  const rulesOf = await rulesOfChains(tools, chains);
  await writeStandingDays(
    tools,
    chains.map((chain) => daysOf(chain, rulesOf)),
  );
}

export async function rulesOfChains(
  tools: Pick<Tools, 'query'>,
  chains: readonly Pick<Chain, 'programId' | 'terms'>[],
): Promise<RulesOf> {
  const versionOf = await readVersions(
    tools,
    chains.flatMap(({ programId, terms }) =>
      terms.map(({ programVersion }) => ({ programId, version: programVersion })),
    ),
  );
  return (programId, version) => versionOf(programId, version).rules;
}

/** What the caches of its terms must say. */
export function countsOf(chain: Chain, rulesOf: RulesOf, linesOf: LinesOf): TermCounts[] {
  const { terms, memberId, programId } = chain;
  const asOf = newestTerm(chain).endsOn;
  const evaluations = evaluateAll(toEngineTerms(chain, rulesOf), linesOf(memberId, programId), asOf);
  return evaluations.flatMap(({ met, counted, missing_points }, index) => {
    const term = terms[index];
    if (term === undefined) return [];
    return [
      {
        termId: term.id,
        programVersion: term.programVersion,
        met,
        counted: toHundredths(counted),
        missingPoints: toHundredths(missing_points),
      },
    ];
  });
}

/** What the caches of the membership must say. */
export function daysOf(chain: Chain, rulesOf: RulesOf): MembershipDays {
  return {
    membershipId: chain.membershipId,
    termId: newestTerm(chain).id,
    ...standingDaysOf(chain, rulesOf),
  };
}
