/** The operations on test clocks. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation, type Who } from '../../operations/operation.ts';
import { Day, optional } from '../fields.ts';
import { advanceClock } from './advance-clock.ts';
import { ClockSchema, MOST_CLOCKS, MOST_MEMBERS, MOST_MONTHS_AT_ONCE, toClockRecord } from './clock.ts';
import { createClock } from './create-clock.ts';
import { deleteClock } from './delete-clock.ts';
import { findClock, listClocks } from './pg-clocks.ts';
import { clockNotFound, testModeOnly } from './refusals.ts';

const TAG = 'Test clocks';
const Params = Type.Object({ id: Type.String() });
const ClockAnswer = Type.Object({ clock: ClockSchema });

export const CLOCK_OPERATIONS: readonly Operation[] = [create(), list(), read(), advance(), remove()];

/** The first step of every operation here. In live mode it refuses, whether or not the clock exists. */
function assertTestMode({ livemode }: Who): void {
  if (livemode) throw testModeOnly();
}

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/clocks',
    operationId: 'createClock',
    scope: 'members:write',
    tag: TAG,
    summary: 'Make a test clock',
    description: `Only in test mode. Members that are made with its \`clock_id\` live on its day for good: standings, renewals, reports and documents are judged on that day, and the events of a day are sent when the clock reaches it. An account has at most ${MOST_CLOCKS} clocks with ${MOST_MEMBERS} members each.`,
    body: Type.Object(
      {
        name: optional(nullable(Type.String({ description: 'A note for yourself.' }))),
        day: optional({
          ...Day,
          description: 'The first day of the clock, in the past or in the future. Defaults to today.',
        }),
      },
      { examples: [{ name: 'Renovaciones de 2028', day: '2028-01-01' }] },
    ),
    answers: { 201: { ...ClockAnswer, description: 'The clock.' } },
    refusals: ['test_mode_only', 'too_many_clocks'],
    run: async (tools, { who, body }) => {
      assertTestMode(who);
      const clock = await createClock(tools, who, body);
      return { status: 201, body: { clock: toClockRecord(clock) }, location: `/clocks/${clock.id}` };
    },
  });
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/clocks',
    operationId: 'listClocks',
    scope: 'members:read',
    tag: TAG,
    summary: 'List test clocks',
    query: Type.Object(LIST_QUERY),
    answers: {
      200: Type.Object(
        { clocks: Type.Array(ClockSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: ['test_mode_only'],
    run: async (tools, { who, query }) => {
      assertTestMode(who);
      const { clocks, pagination } = await listClocks(tools, who, query);
      return { status: 200, body: { clocks: clocks.map(toClockRecord), pagination } };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/clocks/:id',
    operationId: 'getClock',
    scope: 'members:read',
    tag: TAG,
    summary: 'Read a test clock',
    description: 'Repeat this call while the clock is `advancing`, or wait for the event `clock.ready`.',
    params: Params,
    answers: { 200: { ...ClockAnswer, description: 'The clock.' } },
    refusals: ['test_mode_only', 404],
    run: async (tools, { who, params }) => {
      assertTestMode(who);
      const id = parseId('clk', params.id);
      const clock = id && (await findClock(tools, who, id));
      if (clock === undefined) throw clockNotFound();
      return { status: 200, body: { clock: toClockRecord(clock) } };
    },
  });
}

function advance(): Operation {
  return operation({
    method: 'POST',
    path: '/clocks/:id/advance',
    operationId: 'advanceClock',
    scope: 'members:write',
    tag: TAG,
    summary: 'Move a test clock to a later day',
    description: `The clock starts to move after this answer, day by day. It writes the events of each day in order, and is \`ready\` once it has arrived. It can move at most ${MOST_MONTHS_AT_ONCE} months at once, and never back.`,
    params: Params,
    body: Type.Object(
      { day: { ...Day, description: 'The day to which the clock moves.' } },
      { examples: [{ day: '2028-12-31' }] },
    ),
    answers: { 202: { ...ClockAnswer, description: 'The clock, which has started to move.' } },
    refusals: ['test_mode_only', 404, 'clock_advancing'],
    run: async (tools, { who, params, body }) => {
      assertTestMode(who);
      const clock = await advanceClock(tools, who, params.id, body);
      return { status: 202, body: { clock: toClockRecord(clock) } };
    },
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/clocks/:id',
    operationId: 'deleteClock',
    scope: 'members:write',
    tag: TAG,
    summary: 'Delete a test clock and the members under it',
    description:
      'Also deletes the memberships, awards, renewals and documents of these members, all of test mode. Certificates stay in the log, without their files.',
    params: Params,
    answers: { 204: Type.Null({ description: 'It no longer exists: it was revoked, erased or has ended.' }) },
    refusals: ['test_mode_only', 404, 'legal_hold'],
    run: async (tools, { who, params }) => {
      assertTestMode(who);
      await deleteClock(tools, who, params.id);
      return { status: 204 };
    },
  });
}
