/** Memberships with their current terms, as answers show them. */

import type { MembershipId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { termOn } from '../standing/chain.ts';
import { readVersions } from '../standing/pg-versions.ts';
import { type Membership, toMembershipRecord } from './membership.ts';
import { findMembership } from './pg-memberships.ts';
import { membershipNotFound } from './refusals.ts';
import { readTerms } from './terms/pg-term-rows.ts';
import { type Sight, toTermRecord } from './terms/term-record.ts';

export async function showMemberships(
  tools: Pick<Tools, 'query'>,
  who: Who,
  memberships: readonly Membership[],
  today: string,
) {
  const terms = Map.groupBy(
    await readTerms(
      tools,
      memberships.map(({ id }) => id),
    ),
    ({ membershipId }) => membershipId,
  );
  const current = memberships.map((membership) => ({
    membership,
    term: termOn(terms.get(membership.id) ?? [], today),
  }));
  const versionOf = await readVersions(
    tools,
    current.map(({ membership: { programId }, term }) => ({ programId, version: term.programVersion })),
  );
  return current.map(({ membership, term }) => {
    const { checklist } = versionOf(membership.programId, term.programVersion);
    return toMembershipRecord(membership, toTermRecord(term, checklist, sightOf(who)), today);
  });
}

export async function showMembership(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  membershipId: MembershipId | undefined,
) {
  const membership = membershipId && (await findMembership(tools, who, membershipId));
  if (membership === undefined) throw membershipNotFound();
  const today = await todayOf(tools, who, membership);
  const [record] = await showMemberships(tools, who, [membership], today);
  return record;
}

/** Only people who may decide see the reasons of waivers and extensions. */
export function sightOf(who: Who): Sight {
  return { reasons: who.may('memberships:decide') };
}
