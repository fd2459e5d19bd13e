/** Opens memberships, one or ten thousand at once: each with its first term, evaluation and standing. */

import { firstTerm } from '@sello/rules';
import type { MemberId, MembershipId, TermId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Program } from '../programs/program.ts';
import type { Chain } from '../standing/chain.ts';
import { readLines } from '../standing/pg-lines.ts';
import { insertMemberships, type OpenedMembership } from './pg-open-memberships.ts';
import { countsOf, daysOf } from './terms/refresh-terms.ts';

/**
 * A membership to open. The caller has checked that the program is active and that the member is the owner's, is
 * locked, and has no open membership in the program.
 */
export type WantedMembership = {
  memberId: MemberId;
  memberStatus: string;
  program: Program;
  startsOn: string;
  tracks: readonly string[];
  firstTermNumber: number;
  /** The day from which the terms are counted, if the rules require that each membership has its own. */
  anchor?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string>;
};

/** Opens the memberships and returns them in the same order. The caller writes the audit entries. */
export async function openMemberships(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  owner: Owner,
  wanted: readonly WantedMembership[],
): Promise<{ id: MembershipId; termId: TermId }[]> {
  const linesOf = await readLines(
    tools,
    wanted.map(({ memberId }) => memberId),
  );
  const opened = wanted.map((one): OpenedMembership => {
    const chain = chainOf(tools, one);
    const versionOf = () => one.program;
    const [counts] = countsOf(chain, versionOf, linesOf);
    if (counts === undefined) throw new Error('A first term was not evaluated');
    return { wanted: one, chain, counts, days: { ...daysOf(chain, versionOf), lostOn: counts.lostOn } };
  });
  await insertMemberships(tools, owner, opened, tools.now());
  return opened.map(({ days }) => ({ id: days.membershipId, termId: days.termId }));
}

function chainOf({ newId }: Pick<Tools, 'newId'>, wanted: WantedMembership): Chain {
  const { starts_on, ends_on } = firstTerm(wanted.program.rules, wanted.startsOn, wanted.anchor);
  return {
    membershipId: newId('mbs'),
    memberId: wanted.memberId,
    memberStatus: wanted.memberStatus,
    programId: wanted.program.id,
    status: 'active',
    startsOn: starts_on,
    tracks: wanted.tracks,
    anchor: wanted.anchor,
    requestedOn: undefined,
    terms: [
      {
        id: newId('trm'),
        number: wanted.firstTermNumber,
        programVersion: wanted.program.version,
        tracks: wanted.tracks,
        startsOn: starts_on,
        endsOn: ends_on,
        extendedUntil: undefined,
        waivers: {},
        checklist: {},
        renewalId: undefined,
      },
    ],
  };
}
