/** The register of members, by API. */

import { type Static, Type } from 'typebox';
import { searchText, wordsOf } from '../../../http/query/search-text.ts';
import { oneOf } from '../../../http/schema.ts';
import { AppError } from '../../../kernel/errors.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import {
  type Asked,
  type Operation,
  operation,
  type Tools,
  type Who,
} from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { CHANGED_SINCE_QUERY } from '../../changed-since.ts';
import { CLOCK_QUERY, clockNamed } from '../../clocks/clock-filter.ts';
import { assertBound, Day, optional } from '../../fields.ts';
import { Reason } from '../../reason.ts';
import { STANDINGS } from '../../standing/standing.ts';
import { MEMBER_STATUSES, type MemberVerb } from '../member.ts';
import { MemberAnswer, MemberSchema, showMember, showMembers } from '../member-record.ts';
import { MEMBER_TAG, MemberParams } from '../operations.ts';
import { changeMemberStatus } from './change-status.ts';
import { listMembers, MEMBER_SORTS } from './pg-list-members.ts';

const REFUSED = {
  // Marked as deprecated, so that this name is not suggested when somebody misspells another one.
  deprecated: true,
  description: 'Refused: send personal identifiers to POST /members/search.',
};

/** The filters of the list, which its export accepts too. */
export const MEMBER_FILTERS = {
  q: optional(searchText('Parts of names or of the member number, in any order, without accents.')),
  member_number: optional(Type.String()),
  professional_license: optional(Type.String()),
  external_id: optional(Type.String()),
  status: optional(oneOf(MEMBER_STATUSES)),
  program_id: optional(
    Type.String({ description: 'Members with a membership in this program that has not ended.' }),
  ),
  standing: optional(
    oneOf(STANDINGS, {
      description: 'The standing of a membership; if a program is given, of the membership in it.',
    }),
  ),
  met: optional(oneOf(['true', 'false'], { description: 'Whether the newest term meets its requirements.' })),
  term_ends_before: optional({
    ...Day,
    description: 'The newest term, or its extension, ends before this day.',
  }),
  term_ends_after: optional({
    ...Day,
    description: 'The newest term, or its extension, ends after this day.',
  }),
  ...CHANGED_SINCE_QUERY,
  ...CLOCK_QUERY,
  curp: optional(Type.String(REFUSED)),
  rfc: optional(Type.String(REFUSED)),
  email: optional(Type.String(REFUSED)),
};

const SORT = oneOf(MEMBER_SORTS, {
  default: 'created',
  description:
    '`name`: by surnames, then given names, without accents; `member_number`: as text; `valid_until`: by the end of the first term that ends, without members who have no membership.',
});

const ORDER = oneOf(['desc', 'asc'], {
  description:
    '`desc`: newest or last first; `asc`: oldest or first first. If left out: `desc`, but `asc` with a `sort`.',
});

export const MEMBERS_QUERY = Type.Object({
  ...LIST_QUERY,
  sort: optional(SORT),
  order: optional(ORDER),
  ...MEMBER_FILTERS,
});

export const MEMBER_LIST_OPERATIONS: readonly Operation[] = [
  list(),
  status('suspend', 'suspendMember', 'Suspend a member', 'No membership of a suspended member is in force.', {
    reason: 'Sanción del comité de honor.',
    on: '2026-03-01',
  }),
  status(
    'reactivate',
    'reactivateMember',
    'Reactivate a member',
    'Also undoes a death recorded by mistake.',
    { reason: 'La sanción terminó.' },
  ),
  status(
    'deceased',
    'recordDeath',
    'Record that a member has died',
    'The memberships of the member are no longer in force.',
    {
      reason: 'Aviso de la familia.',
      on: '2026-02-20',
    },
  ),
];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/members',
    operationId: 'listMembers',
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'List members',
    query: MEMBERS_QUERY,
    answers: {
      200: Type.Object(
        { members: Type.Array(MemberSchema), pagination: PaginationSchema },
        { description: 'One page, newest first unless a `sort` says otherwise.' },
      ),
    },
    refusals: [],
    run: async (tools, asked) => {
      const { members, pagination } = await showList(tools, asked);
      return { status: 200, body: { members, pagination } };
    },
  });
}

type MembersAsked = Asked<unknown, Static<typeof MEMBERS_QUERY>>;

export async function showList(tools: Tools, { who, query, baseUrl }: MembersAsked) {
  const { filter, today } = await readMemberFilter(tools, who, query);
  const { members, pagination } = await listMembers(tools, who, filter, today);
  return { members: await showMembers(tools, who, members, baseUrl), pagination, today };
}

/** The filter that the caller asks for, and the day on which standings are judged. */
export async function readMemberFilter<Q extends Static<typeof MEMBERS_QUERY>>(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { curp, rfc, email, met, clock_id, ...asked }: Q,
) {
  for (const [field, value] of Object.entries({ curp, rfc, email }))
    if (value !== undefined) throw notInAddress(field);
  for (const field of ['term_ends_before', 'term_ends_after'] as const) assertBound(field, asked[field]);
  // The words are checked now, because an export reads members only after its answer has begun.
  if (asked.q !== undefined) wordsOf('q', asked.q);
  const clockId = await clockNamed(tools, who, clock_id);
  const filter = { ...asked, met: met === undefined ? undefined : met === 'true', clockId };
  return { filter, today: await todayOf(tools, who, { clockId }) };
}

function notInAddress(field: string): AppError {
  return new AppError('validation_failed', {
    en: `\`${field}\` must not be in a URL, because URLs are logged. Send it in the body of POST /members/search.`,
    es: `\`${field}\` no debe estar en una dirección, que otros registran. Envíelo en el cuerpo de POST /members/search.`,
  });
}

function status(
  verb: MemberVerb,
  operationId: string,
  summary: string,
  description: string,
  example: object,
): Operation {
  return operation({
    method: 'POST',
    path: `/members/:id/${verb}`,
    operationId,
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary,
    description,
    params: MemberParams,
    body: Type.Object(
      {
        reason: optional(Reason),
        on: optional({ ...Day, description: 'Defaults to today, and cannot be later.' }),
      },
      { examples: [example] },
    ),
    answers: { 200: { ...MemberAnswer, description: 'The member after the change.' } },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const member = await changeMemberStatus(tools, who, params.id, verb, body);
      return { status: 200, body: { member: await showMember(tools, who, member, baseUrl) } };
    },
  });
}
