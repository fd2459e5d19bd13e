/** Organisers, by API. */

import { Type } from 'typebox';
import { searchText } from '../../http/query/search-text.ts';
import { oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { changeOrganizer, createOrganizer } from './change-organizer.ts';
import { organizerNamed } from './find-organizer.ts';
import {
  ORGANIZER_STATUSES,
  ORGANIZER_TAG,
  OrganizerAnswer,
  OrganizerSchema,
  toOrganizerRecord,
} from './organizer.ts';
import { NewOrganizer, OrganizerChange } from './organizer-input.ts';
import { listOrganizers } from './pg-organizers.ts';
import { READ_RECORD } from './record/operation.ts';

const ID = Type.Object({ id: Type.String() });

/** Whoever accredits courses decides who may propose them. */
const DECIDING = 'courses:accredit';

export const ORGANIZER_OPERATIONS: readonly Operation[] = [list(), create(), read(), change(), READ_RECORD];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/organizers',
    operationId: 'listOrganizers',
    scope: 'courses:read',
    tag: ORGANIZER_TAG,
    summary: 'List organisers',
    query: Type.Object({
      ...LIST_QUERY,
      q: Type.Optional(searchText('Words of its name or addresses.')),
      status: Type.Optional(oneOf(ORGANIZER_STATUSES)),
    }),
    answers: {
      200: Type.Object(
        { organizers: Type.Array(OrganizerSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      const { organizers, pagination } = await listOrganizers(tools, who, query);
      return {
        status: 200,
        body: { organizers: organizers.map((one) => toOrganizerRecord(who, one, baseUrl)), pagination },
      };
    },
  });
}

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/organizers',
    operationId: 'createOrganizer',
    scope: DECIDING,
    tag: ORGANIZER_TAG,
    summary: 'Add an organiser',
    description:
      'A provider of courses gets a desk of its own, at `desk_url`. Its people enter with a code that is mailed to them, propose courses, post rosters of their accredited courses, and see what became of their rows. They see nothing else of the account.',
    body: NewOrganizer,
    answers: { 201: { ...OrganizerAnswer, description: 'The organiser.' } },
    refusals: [],
    run: async (tools, { who, body, baseUrl }) => {
      const organizer = await createOrganizer(tools, who, body);
      return {
        status: 201,
        body: { organizer: toOrganizerRecord(who, organizer, baseUrl) },
        location: `/organizers/${organizer.id}`,
      };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/organizers/:id',
    operationId: 'getOrganizer',
    scope: 'courses:read',
    tag: ORGANIZER_TAG,
    summary: 'Read an organiser',
    params: ID,
    answers: { 200: { ...OrganizerAnswer, description: 'The organiser.' } },
    refusals: [404],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 200,
      body: {
        organizer: toOrganizerRecord(who, await organizerNamed(tools, who, params.id), baseUrl),
      },
    }),
  });
}

function change(): Operation {
  return operation({
    method: 'PATCH',
    path: '/organizers/:id',
    operationId: 'updateOrganizer',
    scope: DECIDING,
    tag: ORGANIZER_TAG,
    summary: 'Change an organiser',
    description: 'Pausing it ends its sessions at once; what it proposed and posted stays.',
    params: ID,
    body: OrganizerChange,
    answers: { 200: { ...OrganizerAnswer, description: 'The organiser as it is now.' } },
    refusals: [404],
    run: async (tools, { who, params, body, baseUrl }) => ({
      status: 200,
      body: {
        organizer: toOrganizerRecord(who, await changeOrganizer(tools, who, params.id, body), baseUrl),
      },
    }),
  });
}
