/** People as the public API and the dashboard both list them. */

import type { Site } from '../../http/site.ts';
import type { PersonId } from '../../kernel/ids.ts';
import {
  type Answer,
  type Asked,
  type Operation,
  operation,
  type Tools,
  type Who,
} from '../../operations/operation.ts';
import { changeRole, type MakersKeys, removePerson } from './change-seats.ts';
import { readInvitations } from './pg-invitations.ts';
import { readSeats } from './pg-team.ts';
import type { Role } from './roles.ts';
import { PeopleSchema, PersonParams, toInvitationRecord, toSeatRecord } from './team-record.ts';
import { type TellPorts, tellRemoved, tellRole } from './tell-team.ts';

export const TAG = 'People';

export const listPeople: Operation = operation({
  method: 'GET',
  path: '/people',
  operationId: 'listPeople',
  scope: 'people:read',
  tag: TAG,
  summary: 'List the people of the account',
  description:
    'Everybody with a seat in the account, ordered by when they joined, and the invitations to it.',
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

/** Changing a role, as both doors declare it. */
export const CHANGE_ROLE = {
  method: 'PATCH',
  path: '/people/:id',
  operationId: 'changePersonRole',
  scope: 'people:write',
  tag: TAG,
  summary: "Change somebody's role",
  params: PersonParams,
} as const;

type SeatTools = Tools & TellPorts & { site: Site };
type AskedOfPerson = Pick<Asked<{ id: string }>, 'who' | 'params' | 'language'>;

export async function changeRoleAndTell(
  tools: SeatTools,
  { who, params: { id }, language, body: { role } }: AskedOfPerson & { body: { role: Role } },
  isProven: boolean,
): Promise<Answer> {
  const { seat, isChanged } = await changeRole(tools, who, { id, role, isProven });
  const telling = { site: tools.site, accountId: who.accountId, language };
  return {
    status: 200,
    body: { seat: toSeatRecord(seat) },
    afterwards: () => isChanged && tellRole(tools, telling, seat),
  };
}

/** `self` is the person who makes the call. Somebody who removes their own seat gets no notice of it. */
export async function removeAndTell(
  tools: SeatTools,
  { who, params: { id }, language }: AskedOfPerson,
  { self, ...how }: { self: PersonId | undefined; isProven: boolean; keys?: MakersKeys | undefined },
): Promise<Answer> {
  const seat = await removePerson(tools, who, { id, self, ...how });
  const telling = { site: tools.site, accountId: who.accountId, language };
  return { status: 204, afterwards: () => seat.person.id !== self && tellRemoved(tools, telling, seat) };
}
