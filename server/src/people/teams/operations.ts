/** People as the public API and the dashboard both list them. */

import type { Operation, Tools, Who } from '../../operations/operation.ts';
import { operation } from '../../operations/operation.ts';
import { readInvitations } from './pg-invitations.ts';
import { readSeats } from './pg-team.ts';
import { PeopleSchema, toInvitationRecord, toSeatRecord } from './team-record.ts';

export const TAG = 'People';

export const listPeople: Operation = operation({
  method: 'GET',
  path: '/people',
  operationId: 'listPeople',
  scope: 'people:read',
  tag: TAG,
  summary: 'List the people of the account',
  description:
    'Everybody with a seat in the account, in the order in which they came, and the invitations to it.',
  answers: { 200: PeopleSchema },
  refusals: [],
  run: async (tools, { who }) => ({ status: 200, body: await peopleOf(tools, who) }),
});

async function peopleOf({ query, now }: Pick<Tools, 'query' | 'now'>, { accountId }: Who) {
  const [seats, invitations] = [
    await readSeats(query, accountId),
    await readInvitations(query, accountId, now()),
  ];
  return { people: seats.map(toSeatRecord), invitations: invitations.map(toInvitationRecord) };
}
