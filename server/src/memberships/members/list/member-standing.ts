/** The memberships in lists of members: the standing of each, and what is missing. */

import { type Static, Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { membershipsOf } from '../../membership/pg-memberships.ts';
import { showMemberships } from '../../membership/show-memberships.ts';
import { undoneIn } from '../../membership/terms/missing-items.ts';
import { STANDINGS } from '../../standing/standing.ts';

export const MemberStandingSchema = Type.Object(
  {
    id: Type.String(),
    member_id: Type.String(),
    program_id: Type.String(),
    standing: oneOf(STANDINGS),
    valid_until: Type.String(),
    met: Type.Boolean(),
    missing_points: Type.Number(),
    missing_items: Type.Array(Type.String(), {
      description: "The names of the checklist's open items, such as dues.",
    }),
  },
  { title: 'MemberStanding' },
);

export type MemberStanding = Static<typeof MemberStandingSchema>;

/** The memberships of these members, ended ones last. */
export async function showStandings(
  tools: Pick<Tools, 'query'>,
  who: Who,
  members: readonly { id: string }[],
  today: string,
): Promise<MemberStanding[]> {
  const found = await membershipsOf(
    tools,
    who,
    members.map(({ id }) => id),
  );
  return (await showMemberships(tools, who, found, today)).map(toStanding);
}

type Shown = Awaited<ReturnType<typeof showMemberships>>[number];

function toStanding({
  id,
  member_id,
  program_id,
  standing,
  valid_until,
  current_term,
}: Shown): MemberStanding {
  const { evaluation, checklist } = current_term;
  return {
    id,
    member_id,
    program_id,
    standing,
    valid_until,
    met: evaluation?.met ?? false,
    missing_points: evaluation?.missing_points ?? 0,
    missing_items: undoneIn(checklist),
  };
}
