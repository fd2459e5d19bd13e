/** Memberships, by API. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { CHANGED_SINCE_QUERY } from '../changed-since.ts';
import { CLOCK_QUERY, clockNamed } from '../clocks/clock-filter.ts';
import { Day, ExternalId, Metadata, MetadataChange, optional } from '../fields.ts';
import { Reason } from '../reason.ts';
import { MEMBERSHIP_STATUSES, STANDINGS } from '../standing/standing.ts';
import { changeMembership } from './change-membership.ts';
import { changeStatus, type StatusVerb } from './change-status.ts';
import { MembershipAnswer, MembershipSchema } from './membership.ts';
import { openMembership } from './open-membership.ts';
import { listMemberships } from './pg-memberships.ts';
import { showMembership, showMemberships } from './show-memberships.ts';
import { EXAMPLE_MEMBERSHIP_CHANGE, EXAMPLE_NEW_MEMBERSHIP, EXAMPLE_STEPS } from './terms/example-term.ts';
import { TERM_OPERATIONS } from './terms/operations.ts';
import { Tracks } from './tracks.ts';

const TAG = 'Memberships';
const Anchor = nullable({
  ...Day,
  description: 'The day from which its terms are counted, in programs with the anchor `membership`.',
});
const Params = Type.Object({ id: Type.String() });

export const OPENING_OPERATIONS: readonly Operation[] = [
  open(),
  list(),
  read(),
  change(),
  status('suspend', 'suspendMembership', 'Suspend a membership'),
  status('reactivate', 'reactivateMembership', 'Reactivate a suspended membership'),
  status('end', 'endMembership', 'End a membership'),
  ...TERM_OPERATIONS,
];

function open(): Operation {
  return operation({
    method: 'POST',
    path: '/members/:id/memberships',
    operationId: 'createMembership',
    scope: 'memberships:write',
    tag: TAG,
    summary: 'Open a membership with its first term',
    description:
      '`starts_on` is the first day of the *current* term: enter a long-standing member with the number and the start of their current term. Points from before that count only for requirements that look back over months.',
    params: Params,
    body: Type.Object(
      {
        program_id: Type.String({ description: 'An active program.' }),
        starts_on: optional({ ...Day, description: 'Defaults to today.' }),
        tracks: optional(Tracks),
        first_term_number: optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000,
            default: 1,
            description: 'The number of this term of the member.',
          }),
        ),
        anchor: optional(Anchor),
        external_id: optional(ExternalId),
        metadata: optional(Metadata),
      },
      { examples: [EXAMPLE_NEW_MEMBERSHIP] },
    ),
    answers: { 201: { ...MembershipAnswer, description: 'The membership, with its first term.' } },
    refusals: [
      404,
      'membership_exists',
      'program_not_active',
      'anchor_missing',
      'invalid_transition',
      'external_id_taken',
      'member_anonymised',
    ],
    run: async (tools, { who, params, body }) => {
      const id = await openMembership(tools, who, params.id, body);
      const membership = await showMembership(tools, who, id);
      return { status: 201, body: { membership }, location: `/memberships/${id}` };
    },
  });
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships',
    operationId: 'listMemberships',
    scope: 'memberships:read',
    tag: TAG,
    summary: 'List memberships',
    query: Type.Object({
      ...LIST_QUERY,
      member_id: optional(Type.String()),
      program_id: optional(Type.String()),
      standing: optional(oneOf(STANDINGS)),
      status: optional(oneOf(MEMBERSHIP_STATUSES)),
      track: optional(Type.String()),
      met: optional(
        oneOf(['true', 'false'], { description: 'Whether the newest term meets its requirements.' }),
      ),
      ...CHANGED_SINCE_QUERY,
      ...CLOCK_QUERY,
    }),
    answers: {
      200: Type.Object(
        { memberships: Type.Array(MembershipSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query: { met, clock_id, ...query } }) => {
      const clockId = await clockNamed(tools, who, clock_id);
      const memberId = parseId('mem', query.member_id ?? '');
      // The memberships of one member are judged on that member's day, whichever clock the caller names.
      const today = await todayOf(tools, who, memberId === undefined ? { clockId } : { memberId });
      const asked = { ...query, clockId, met: met === undefined ? undefined : met === 'true' };
      const { memberships, pagination } = await listMemberships(tools, who, asked, today);
      const records = await showMemberships(tools, who, memberships, today);
      return { status: 200, body: { memberships: records, pagination } };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships/:id',
    operationId: 'getMembership',
    scope: 'memberships:read',
    tag: TAG,
    summary: 'Read a membership',
    params: Params,
    answers: { 200: { ...MembershipAnswer, description: 'The membership.' } },
    refusals: [404],
    run: async (tools, { who, params }) => {
      const membership = await showMembership(tools, who, parseId('mbs', params.id));
      return { status: 200, body: { membership } };
    },
  });
}

function change(): Operation {
  return operation({
    method: 'PATCH',
    path: '/memberships/:id',
    operationId: 'updateMembership',
    scope: 'memberships:write',
    tag: TAG,
    summary: 'Change a membership',
    description:
      '`tracks` changes the open term; decided terms keep their tracks. `starts_on` and `anchor` can change until a renewal has decided a term.',
    params: Params,
    body: Type.Object(
      {
        tracks: optional(Tracks),
        starts_on: optional(Day),
        anchor: optional(Anchor),
        external_id: optional(nullable(ExternalId)),
        metadata: optional(MetadataChange),
      },
      { examples: [EXAMPLE_MEMBERSHIP_CHANGE] },
    ),
    answers: { 200: { ...MembershipAnswer, description: 'The membership after the change.' } },
    refusals: [
      404,
      'invalid_transition',
      'term_decided',
      'renewal_open',
      'anchor_missing',
      'external_id_taken',
      'member_anonymised',
    ],
    run: async (tools, { who, params, body }) => {
      const id = await changeMembership(tools, who, params.id, body);
      return { status: 200, body: { membership: await showMembership(tools, who, id) } };
    },
  });
}

function status(verb: StatusVerb, operationId: string, summary: string): Operation {
  return operation({
    method: 'POST',
    path: `/memberships/:id/${verb}`,
    operationId,
    scope: 'memberships:write',
    tag: TAG,
    summary,
    params: Params,
    body: Type.Object(
      {
        reason: optional(Reason),
        on: optional({ ...Day, description: 'Defaults to today, and cannot be later.' }),
      },
      { examples: [EXAMPLE_STEPS[verb]] },
    ),
    answers: { 200: { ...MembershipAnswer, description: 'The membership after the change.' } },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const id = await changeStatus(tools, who, params.id, verb, body);
      return { status: 200, body: { membership: await showMembership(tools, who, id) } };
    },
  });
}
