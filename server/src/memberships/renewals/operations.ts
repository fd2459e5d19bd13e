/** Renewals, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation, type Tools, type Who } from '../../operations/operation.ts';
import { Day, optional } from '../fields.ts';
import { Reason } from '../reason.ts';
import { OF_A_RENEWAL } from '../refusal-groups.ts';
import { approveRenewal } from './approve-renewal.ts';
import { annulRenewal, closeRequest } from './decide-renewal.ts';
import {
  EXAMPLE_ANNULMENT,
  EXAMPLE_APPROVAL,
  EXAMPLE_REJECTION,
  EXAMPLE_REQUESTS,
  EXAMPLE_WITHDRAWAL,
} from './example-renewal.ts';
import { renewalNotFound } from './lock-renewal.ts';
import { RENEW_MANY } from './many-operation.ts';
import { findRenewal, listRenewals } from './pg-renewals.ts';
import { BASES, RENEWAL_STATUSES, RenewalAnswer, RenewalSchema, toRenewalRecord } from './renewal.ts';
import { requestRenewal } from './request-renewal.ts';
import { EligibilityAnswer, showEligibility } from './show-eligibility.ts';

const TAG = 'Renewals';
const Params = Type.Object({ id: Type.String() });
const StartsOn = optional({
  ...Day,
  description:
    'For a lapsed membership: the first day of the new term, after the end of the old one. Defaults to today.',
});

export const RENEWAL_OPERATIONS: readonly Operation[] = [
  eligibility(),
  request(),
  RENEW_MANY,
  list(),
  read(),
  approve(),
  reject(),
  withdraw(),
  annul(),
];

function eligibility(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships/:id/eligibility',
    operationId: 'getEligibility',
    scope: 'renewals:read',
    tag: TAG,
    summary: 'Whether a membership can be renewed, and what is missing',
    params: Params,
    answers: { 200: { ...EligibilityAnswer, description: 'As of today.' } },
    refusals: [404, 'anchor_missing'],
    run: async (tools, { who, params }) => ({
      status: 200,
      body: { eligibility: await showEligibility(tools, who, params.id) },
    }),
  });
}

function request(): Operation {
  return operation({
    method: 'POST',
    path: '/memberships/:id/renewals',
    operationId: 'createRenewal',
    scope: 'renewals:write',
    tag: TAG,
    summary: 'Ask for a renewal',
    description:
      'The day of the request decides whether it is in time. `approve` and the basis `exception` need `renewals:decide`; an exception also needs a reason.',
    params: Params,
    body: Type.Object(
      {
        basis: optional(
          oneOf(BASES, {
            default: 'requirements',
            description: 'exception: renewed although requirements are missing; it is shown as an exception.',
          }),
        ),
        reason: optional(Reason),
        approve: optional(
          Type.Boolean({ default: false, description: 'Also approves it, in the same transaction.' }),
        ),
        certify: optional(
          Type.Boolean({
            default: false,
            description:
              'On approval, also makes a constancia de vigencia: a certified PDF that takes one certificate of the allowance.',
          }),
        ),
        starts_on: StartsOn,
      },
      { examples: [EXAMPLE_REQUESTS.requirements, EXAMPLE_REQUESTS.exception] },
    ),
    answers: { 201: { ...RenewalAnswer, description: 'The renewal.' } },
    refusals: [...OF_A_RENEWAL, 'four_eyes'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const id = await requestRenewal(tools, who, params.id, body);
      return { status: 201, body: await shown(tools, who, id, baseUrl), location: `/renewals/${id}` };
    },
  });
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/renewals',
    operationId: 'listRenewals',
    scope: 'renewals:read',
    tag: TAG,
    summary: 'List renewals',
    query: Type.Object({
      ...LIST_QUERY,
      membership_id: optional(Type.String()),
      member_id: optional(Type.String()),
      program_id: optional(Type.String()),
      status: optional(oneOf(RENEWAL_STATUSES)),
    }),
    answers: {
      200: Type.Object(
        { renewals: Type.Array(RenewalSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      const { renewals, pagination } = await listRenewals(tools, who, query);
      return {
        status: 200,
        body: { renewals: renewals.map((renewal) => toRenewalRecord(renewal, baseUrl)), pagination },
      };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/renewals/:id',
    operationId: 'getRenewal',
    scope: 'renewals:read',
    tag: TAG,
    summary: 'Read a renewal',
    params: Params,
    answers: { 200: { ...RenewalAnswer, description: 'The renewal.' } },
    refusals: [404],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 200,
      body: await shown(tools, who, params.id, baseUrl),
    }),
  });
}

function approve(): Operation {
  return operation({
    method: 'POST',
    path: '/renewals/:id/approve',
    operationId: 'approveRenewal',
    scope: 'renewals:decide',
    tag: TAG,
    summary: 'Approve a renewal',
    description:
      'Freezes the evaluation and opens the next term with the newest version of the rules. If the renewal was requested in time, the new term begins the day after the old one ends.',
    params: Params,
    body: Type.Object({ reason: optional(Reason), starts_on: StartsOn }, { examples: [EXAMPLE_APPROVAL] }),
    answers: { 200: { ...RenewalAnswer, description: 'The renewal, approved.' } },
    refusals: [
      404,
      'invalid_transition',
      'four_eyes',
      'term_decided',
      'member_anonymised',
      'renewal_not_eligible',
      'anchor_missing',
    ],
    run: async (tools, { who, params, body, baseUrl }) => {
      const id = await approveRenewal(tools, who, params.id, body);
      return { status: 200, body: await shown(tools, who, id, baseUrl) };
    },
  });
}

function reject(): Operation {
  return operation({
    method: 'POST',
    path: '/renewals/:id/reject',
    operationId: 'rejectRenewal',
    scope: 'renewals:decide',
    tag: TAG,
    summary: 'Reject a renewal',
    params: Params,
    body: Type.Object({ reason: Reason }, { examples: [EXAMPLE_REJECTION] }),
    answers: { 200: { ...RenewalAnswer, description: 'The renewal, rejected.' } },
    refusals: [404, 'invalid_transition', 'four_eyes', 'member_anonymised'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const id = await closeRequest(tools, who, params.id, 'rejected', body.reason);
      return { status: 200, body: await shown(tools, who, id, baseUrl) };
    },
  });
}

function withdraw(): Operation {
  return operation({
    method: 'POST',
    path: '/renewals/:id/withdraw',
    operationId: 'withdrawRenewal',
    scope: 'renewals:write',
    tag: TAG,
    summary: 'Withdraw a renewal that waits for its decision',
    params: Params,
    body: Type.Object({ reason: optional(Reason) }, { examples: [EXAMPLE_WITHDRAWAL] }),
    answers: { 200: { ...RenewalAnswer, description: 'The renewal, withdrawn.' } },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const id = await closeRequest(tools, who, params.id, 'withdrawn', body.reason);
      return { status: 200, body: await shown(tools, who, id, baseUrl) };
    },
  });
}

function annul(): Operation {
  return operation({
    method: 'POST',
    path: '/renewals/:id/annul',
    operationId: 'annulRenewal',
    scope: 'renewals:decide',
    tag: TAG,
    summary: 'Annul an approved renewal while the new term is undecided',
    params: Params,
    body: Type.Object({ reason: Reason }, { examples: [EXAMPLE_ANNULMENT] }),
    answers: { 200: { ...RenewalAnswer, description: 'The renewal, annulled; its snapshot stays.' } },
    refusals: [404, 'invalid_transition', 'term_decided', 'renewal_open', 'member_anonymised'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const id = await annulRenewal(tools, who, params.id, body.reason);
      return { status: 200, body: await shown(tools, who, id, baseUrl) };
    },
  });
}

export async function shown(tools: Pick<Tools, 'query'>, who: Who, id: string, baseUrl: string) {
  const renewalId = parseId('rnw', id);
  const renewal = renewalId && (await findRenewal(tools, who, renewalId));
  if (renewal === undefined) throw renewalNotFound();
  return { renewal: toRenewalRecord(renewal, baseUrl) };
}
