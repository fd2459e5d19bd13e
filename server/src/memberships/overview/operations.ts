/**
 * Gives the council's pages what they need in one answer: figures, and lists with the names that identify their rows.
 * Only the dashboard uses this; programs use the lists of the API.
 */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { AWARD_STATUSES, AwardSchema, toAwardRecord } from '../awards/award.ts';
import { listAwards } from '../awards/pg-awards.ts';
import { todayOf } from '../calendar.ts';
import { readFourEyes } from '../four-eyes/four-eyes.ts';
import { missingItems } from '../membership/terms/missing-items.ts';
import { listRenewals } from '../renewals/pg-renewals.ts';
import { RENEWAL_STATUSES, RenewalSchema, toRenewalRecord } from '../renewals/renewal.ts';
import { OverviewSchema } from './overview.ts';
import { listEligible } from './pg-eligible.ts';
import { courseTitles, memberNames, termsOfRenewals } from './pg-names.ts';
import { readOverview } from './pg-overview.ts';
import { pointsByYear } from './pg-points.ts';

const TAG = 'Dashboard';

const MemberName = Type.Object(
  { id: Type.String(), member_number: Type.String(), name: Type.String() },
  { title: 'MemberName' },
);
const TermFigures = Type.Object(
  {
    id: Type.String(),
    number: Type.Integer(),
    starts_on: Type.String(),
    ends_on: Type.String(),
    met: Type.Boolean(),
    counted: Type.Number(),
    missing_points: Type.Number(),
  },
  { title: 'TermFigures' },
);

const QueuedAward = Type.Object(
  {
    award: AwardSchema,
    member: MemberName,
    title: Type.String({ description: 'The title of the course or activity.' }),
    reported_by_you: Type.Boolean({
      description: 'Whether you reported or changed it, so that somebody else must decide it (four eyes).',
    }),
  },
  { title: 'QueuedAward' },
);
const MissingItems = Type.Array(Type.String(), {
  description: "The names of the checklist's open items, such as dues.",
});
const QueuedRenewal = Type.Object(
  { renewal: RenewalSchema, member: MemberName, term: TermFigures, missing_items: MissingItems },
  { title: 'QueuedRenewal' },
);
const Eligible = Type.Object(
  {
    membership_id: Type.String(),
    program_id: Type.String(),
    member: MemberName,
    term: TermFigures,
    missing_items: MissingItems,
  },
  { title: 'EligibleMembership' },
);

/** Longer pages than in the API, because people scroll through ten thousand rows. */
const PAGE = {
  ...LIST_QUERY,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
};

export const COUNCIL_PAGE_OPERATIONS: readonly Operation[] = [
  overview(),
  points(),
  awardQueue(),
  renewalQueue(),
  eligible(),
];

function overview(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships-overview',
    operationId: 'readOverview',
    scope: 'members:read',
    tag: TAG,
    summary: 'Figures of the council',
    answers: { 200: Type.Object({ overview: OverviewSchema }) },
    refusals: [],
    run: async (tools, { who }) => ({
      status: 200,
      body: { overview: await readOverview(tools, who, await todayOf(tools, who)) },
    }),
  });
}

function points(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships-overview/points',
    operationId: 'readPointsByYear',
    scope: 'awards:read',
    tag: TAG,
    summary: 'Approved points by year',
    answers: {
      200: Type.Object({
        years: nullable(
          Type.Array(
            Type.Object({
              year: Type.Integer(),
              program_id: Type.String(),
              points: Type.Number(),
              awards: Type.Integer(),
            }),
            {
              description:
                'Points by year of completion, for the last six years. Null above 100,000 approved awards.',
            },
          ),
        ),
      }),
    },
    refusals: [],
    run: async (tools, { who }) => ({
      status: 200,
      body: { years: (await pointsByYear(tools, who, await todayOf(tools, who))) ?? null },
    }),
  });
}

function awardQueue(): Operation {
  return operation({
    method: 'GET',
    path: '/award-queue',
    operationId: 'readAwardQueue',
    scope: 'awards:read',
    tag: TAG,
    summary: 'Awards with the names of their members and courses',
    query: Type.Object({
      ...PAGE,
      status: Type.Optional(oneOf(AWARD_STATUSES)),
      program_id: Type.Optional(Type.String()),
      course_id: Type.Optional(Type.String()),
      member_id: Type.Optional(Type.String()),
      roster_id: Type.Optional(Type.String()),
    }),
    answers: { 200: Type.Object({ awards: Type.Array(QueuedAward), pagination: PaginationSchema }) },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      const { awards, pagination } = await listAwards(tools, who, { limit: 100, ...query });
      const members = await memberNames(
        tools,
        who,
        awards.map(({ memberId }) => memberId),
      );
      const titles = await courseTitles(
        tools,
        who,
        awards.flatMap(({ courseId }) => courseId ?? []),
      );
      const mayDecide = await readFourEyes(tools, who);
      const rows = awards.map((award) => ({
        award: toAwardRecord(award, baseUrl),
        member: members(award.memberId),
        title: award.activity?.title ?? titles.get(award.courseId ?? '') ?? '',
        reported_by_you: award.status === 'pending' && mayDecide(award.reporters) !== undefined,
      }));
      return { status: 200, body: { awards: rows, pagination } };
    },
  });
}

function renewalQueue(): Operation {
  return operation({
    method: 'GET',
    path: '/renewal-queue',
    operationId: 'readRenewalQueue',
    scope: 'renewals:read',
    tag: TAG,
    summary: 'Renewals with the names of their members and the figures of their terms',
    query: Type.Object({
      ...PAGE,
      status: Type.Optional(oneOf(RENEWAL_STATUSES)),
      program_id: Type.Optional(Type.String()),
    }),
    answers: { 200: Type.Object({ renewals: Type.Array(QueuedRenewal), pagination: PaginationSchema }) },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      const { renewals, pagination } = await listRenewals(tools, who, { limit: 100, ...query });
      const members = await memberNames(
        tools,
        who,
        renewals.map(({ memberId }) => memberId),
      );
      const terms = await termsOfRenewals(
        tools,
        who,
        renewals.map(({ termId }) => termId),
      );
      const missing = await missingItems(tools, renewals);
      const rows = renewals.map((renewal) => ({
        renewal: toRenewalRecord(renewal, baseUrl),
        member: members(renewal.memberId),
        term: terms(renewal.termId),
        missing_items: missing(renewal.termId),
      }));
      return { status: 200, body: { renewals: rows, pagination } };
    },
  });
}

function eligible(): Operation {
  return operation({
    method: 'GET',
    path: '/eligible-memberships',
    operationId: 'readEligibleMemberships',
    scope: 'renewals:read',
    tag: TAG,
    summary:
      'Memberships whose requirements are met and whose renewal may be asked for, by the end of their terms',
    query: Type.Object({
      limit: PAGE.limit,
      offset: LIST_QUERY.offset,
      program_id: Type.Optional(Type.String()),
    }),
    answers: { 200: Type.Object({ memberships: Type.Array(Eligible), pagination: PaginationSchema }) },
    refusals: [],
    run: async (tools, { who, query }) => {
      const today = await todayOf(tools, who);
      const { found, pagination } = await listEligible(tools, who, today, { limit: 100, ...query });
      const members = await memberNames(
        tools,
        who,
        found.map(({ memberId }) => memberId),
      );
      const missing = await missingItems(tools, found);
      const rows = found.map(({ memberId, membershipId, programId, termId, term }) => ({
        membership_id: membershipId,
        program_id: programId,
        member: members(memberId),
        term,
        missing_items: missing(termId),
      }));
      return { status: 200, body: { memberships: rows, pagination } };
    },
  });
}
