/**
 * Operations on people in the public API. A key touches only seats whose scopes it has, never owners or admins, and
 * sees no link.
 */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { assertNoSeat, claimInvitation, type InvitePorts, invite, mailInvitation } from './invite.ts';
import { CHANGE_ROLE, changeRoleAndTell, listPeople, removeAndTell, TAG } from './operations.ts';
import { assertMayGive } from './rights.ts';
import {
  INVITE,
  InvitationSchema,
  InviteBody,
  PersonParams,
  RoleBody,
  SeatSchema,
  toInvitationRecord,
} from './team-record.ts';
import type { TellPorts } from './tell-team.ts';

export type PublicPeoplePorts = InvitePorts & TellPorts & { site: Site };

const { running } = operationsWith<PublicPeoplePorts>();

const WHOSE =
  'An API key can change only seats whose role has no scope that the key lacks, and never owners or admins.';

const invitePerson = running({
  ...INVITE,
  tag: TAG,
  description: `Mails a link that works once, within seven days. The answer is the same whether or not the address has an account. ${WHOSE} At most 50 invitations may be open, and at most 20 are sent in an hour, 4 a day to one address.`,
  body: InviteBody,
  answers: {
    201: Type.Object(
      { invitation: InvitationSchema },
      { description: 'The invitation. Its link is sent by mail.' },
    ),
  },
  refusals: ['too_many_invitations', 429],
  async before(ports, { who, body }) {
    assertMayGive(who, body.role);
    await assertNoSeat(ports.records, who, body.email);
    await claimInvitation(ports, who, body);
  },
  async run(tools, { who, body, language }) {
    const made = await invite(tools, who, body);
    return {
      status: 201,
      body: { invitation: toInvitationRecord(made.invitation) },
      afterwards: () => mailInvitation(tools, tools.site, made, language),
    };
  },
});

const changePersonRole = running({
  ...CHANGE_ROLE,
  description: `Takes effect with the person's next request. ${WHOSE}`,
  body: RoleBody,
  answers: { 200: Type.Object({ seat: SeatSchema }, { description: 'The seat as it is now.' }) },
  refusals: [404, 'last_owner'],
  run: (tools, asked) => changeRoleAndTell(tools, asked, false),
});

const removeFromPeople = running({
  method: 'DELETE',
  path: '/people/:id',
  operationId: 'removePerson',
  scope: 'people:write',
  tag: TAG,
  summary: "End somebody's seat",
  description: `Takes effect with the person's next request. The person and their other accounts stay; invitations that they sent from this account end with the seat. ${WHOSE}`,
  params: PersonParams,
  answers: { 204: Type.Null({ description: 'The seat has ended.' }) },
  refusals: [404, 'last_owner'],
  run: (tools, asked) => removeAndTell(tools, asked, { self: undefined, isProven: false }),
});

export const PEOPLE_OPERATIONS: readonly Operation<PublicPeoplePorts>[] = [
  listPeople,
  invitePerson,
  changePersonRole,
  removeFromPeople,
];
