/** The tool `standing`: a member's standing in each program, and the reasons. */

import type { McpServer } from '@modelcontextprotocol/server';
import type { Eligibility, Membership } from '@sello/sdk/source';
import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { type Answer, addTool, type Desk, PAGE, PAGE_FACTS, readPage, record } from './tool.ts';

const Input = Type.Object({ member_id: Type.String({ description: 'mem_…' }), ...PAGE });

const Output = Type.Object({
  ...PAGE_FACTS,
  memberships: Type.Array(
    Type.Object({
      id: Type.String(),
      program_id: Type.String(),
      status: Type.String(),
      standing: Type.String(),
      valid: Type.Boolean({ description: 'Whether the standing is `current` or `grace`.' }),
      valid_until: Type.String(),
      lost_on: nullable(Type.String()),
      term: Type.Object({
        id: Type.String(),
        number: Type.Integer(),
        starts_on: Type.String(),
        ends_on: Type.String(),
      }),
      points: Type.Object({
        met: Type.Boolean(),
        counted: Type.Number(),
        missing: Type.Number(),
        requirements: Type.Array(record({ code: Type.String(), met: Type.Boolean() })),
        not_counted_in_full: Type.Array(record({ id: Type.String() }), {
          description: 'Awards that count with fewer points than they have; `because` says why.',
        }),
      }),
      checklist: Type.Array(record({ code: Type.String(), done: Type.Boolean() })),
      can_renew: Type.Boolean(),
      cannot_renew_because: Type.Array(record({ code: Type.String() })),
    }),
  ),
});

type Standing = Static<typeof Output>['memberships'][number];

export function standingTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'standing',
    title: 'Standing of a member',
    description:
      'For each membership of a member: the standing, the points that count in the term, what is missing, which awards do not count in full and why, and what a renewal still needs. As of today.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => readStanding(desk, input),
  });
}

async function readStanding(
  { sello }: Desk,
  { member_id, limit = 10, after }: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const { items, total, next_after } = await readPage(sello.memberships.list({ member_id, limit, after }));
  const memberships: Standing[] = [];
  // The memberships are read one after the other, because an assistant's key has a low rate.
  for (const membership of items)
    memberships.push(standingOf(membership, await sello.renewals.getEligibility(membership.id)));
  const words = memberships.map(({ standing, points }) => `${standing}, ${points.missing} points missing`);
  return {
    text: words.length === 0 ? 'The member has no memberships.' : `${words.join('; ')}.`,
    facts: { total, next_after, memberships },
  };
}

function standingOf(membership: Membership, eligibility: Eligibility): Standing {
  const { id, program_id, status, standing, valid, valid_until, lost_on, current_term } = membership;
  const { met, counted, missing_points, requirements, awards } = eligibility.evaluation;
  const { id: termId, number, starts_on, ends_on } = current_term;
  return {
    id,
    program_id,
    status,
    standing,
    valid,
    valid_until,
    lost_on,
    term: { id: termId, number, starts_on, ends_on },
    points: {
      met,
      counted,
      missing: missing_points,
      requirements: [...requirements],
      not_counted_in_full: awards.filter(({ because }) => because !== null),
    },
    checklist: [...eligibility.checklist],
    can_renew: eligibility.can_renew,
    cannot_renew_because: [...eligibility.reasons],
  };
}
