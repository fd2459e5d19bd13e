/** People, invitations and the owner's chair, for people in the account. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, GivenPassword, toAccountAnswer } from '../accounts/account-record.ts';
import type { LoggedIn } from '../login/person.ts';
import {
  assertOwner,
  FactorFields,
  type OwnerPorts,
  UNLESS_OWNER,
  WithFactor,
} from '../second-factor/factor-proof.ts';
import {
  assertCanReceive,
  judgeRemoval,
  judgeRoleChange,
  type MakersKeys,
  passwordNeeded,
  transferAccount,
} from './change-seats.ts';
import {
  assertNoSeat,
  claimInvitation,
  findOpen,
  type InvitePorts,
  invite,
  inviteAgain,
  linkOf,
  mailInvitation,
  revokeInvitation,
} from './invite.ts';
import { CHANGE_ROLE, changeRoleAndTell, listPeople, removeAndTell, TAG } from './operations.ts';
import { assertMayGive } from './rights.ts';
import {
  INVITE,
  InviteBody,
  MadeInvitationSchema,
  PersonParams,
  RoleSchema,
  SeatSchema,
  toInvitationRecord,
} from './team-record.ts';
import { type TellPorts, tellRole } from './tell-team.ts';

export type PeopleOperationPorts = InvitePorts & TellPorts & OwnerPorts & { keys: MakersKeys; site: Site };

/** The proof that an owner makes or removes an owner; nothing else requires it. */
const Proof = { password: Type.Optional(GivenPassword), ...FactorFields };
type Proof = {
  password?: string;
  code?: string | null;
  passkey?: Parameters<typeof assertOwner>[3]['passkey'];
};

const { running } = operationsWith<PeopleOperationPorts, LoggedIn>();

const InvitationParams = Type.Object({ id: Type.String() });
const MadeAnswer = Type.Object({ invitation: MadeInvitationSchema });

const invitePerson = running({
  ...INVITE,
  tag: TAG,
  description:
    'The answer is the same whether or not the address has an account. Owners are invited with the password.',
  body: Type.Object({ ...InviteBody.properties, ...Proof }),
  answers: { 201: MadeAnswer },
  refusals: ['too_many_invitations', ...UNLESS_OWNER],
  async before(ports, { who, body }) {
    assertMayGive(who, body.role);
    await assertNoSeat(ports.records, who, body.email);
    if (body.role === 'owner') await assertProof(ports, who, body);
    await claimInvitation(ports, who, body);
  },
  async run(tools, { who, body: { email, role }, language }) {
    const made = await invite(tools, who, { email, role });
    return {
      status: 201,
      body: { invitation: toMadeRecord(tools, made) },
      afterwards: () => mailInvitation(tools, tools.site, made, who.visit.person.language ?? language),
    };
  },
});

const inviteAgainOperation = running({
  method: 'POST',
  path: '/people/invitations/:id/resend',
  operationId: 'resendInvitation',
  scope: 'people:write',
  tag: TAG,
  summary: 'Send an invitation again',
  description: 'The new link is valid for seven days from now; the old one no longer works.',
  params: InvitationParams,
  answers: { 200: MadeAnswer },
  refusals: [404, 'too_many_invitations', 'rate_limit_exceeded'],
  async before(ports, { who, params }) {
    const { email } = await findOpen({ ...ports, query: ports.records.query }, who, params.id);
    await claimInvitation(ports, who, { email, isNew: false });
  },
  async run(tools, { who, params, language }) {
    const made = await inviteAgain(tools, who, params.id);
    return {
      status: 200,
      body: { invitation: toMadeRecord(tools, made) },
      afterwards: () => mailInvitation(tools, tools.site, made, who.visit.person.language ?? language),
    };
  },
});

const revokeInvitationOperation = running({
  method: 'DELETE',
  path: '/people/invitations/:id',
  operationId: 'revokeInvitation',
  scope: 'people:write',
  evenSuspended: true,
  tag: TAG,
  summary: 'Take an invitation back',
  params: InvitationParams,
  answers: { 204: Type.Null() },
  refusals: [404],
  async run(tools, { who, params }) {
    await revokeInvitation(tools, who, params.id);
    return { status: 204 };
  },
});

const changePersonRole = running({
  ...CHANGE_ROLE,
  description: 'Asks for the password if somebody becomes owner or stops being one.',
  body: Type.Object({ role: RoleSchema, ...Proof }),
  answers: { 200: Type.Object({ seat: SeatSchema }) },
  refusals: [404, 'last_owner', ...UNLESS_OWNER],
  async before(ports, { who, params, body }) {
    const tools = { ...ports, query: ports.records.query };
    const { touchesOwners } = await judgeRoleChange(tools, who, params.id, body.role);
    if (touchesOwners) await assertProof(ports, who, body);
    return touchesOwners;
  },
  run: changeRoleAndTell,
});

const removePersonOperation = running({
  method: 'DELETE',
  path: '/people/:id',
  operationId: 'removePerson',
  evenSuspended: true,
  // Everybody may leave; removing somebody else needs `people:write`, which the handler asks for.
  scope: 'any seat',
  tag: TAG,
  summary: "End somebody's seat, or one's own",
  description:
    'Asks for the password if the person is an owner. The person’s sessions stay valid for their other accounts.',
  params: PersonParams,
  query: Type.Object({
    revoke_keys: Type.Optional(
      oneOf(['true', 'false'], {
        description: 'Whether to revoke the keys that the person made in this account.',
      }),
    ),
  }),
  body: Type.Object(Proof, { description: 'May be left out.' }),
  answers: { 204: Type.Null() },
  refusals: [404, 'last_owner', ...UNLESS_OWNER],
  async before(ports, { who, params, body }) {
    const tools = { ...ports, query: ports.records.query };
    const { touchesOwners } = await judgeRemoval(tools, who, who.visit.person.id, params.id);
    if (touchesOwners) await assertProof(ports, who, body);
    return touchesOwners;
  },
  run(tools, asked, isProven) {
    const keys = asked.query.revoke_keys === 'true' ? tools.keys : undefined;
    return removeAndTell(tools, asked, { self: asked.who.visit.person.id, isProven, keys });
  },
});

const transfer = running({
  method: 'POST',
  path: '/account/transfer',
  operationId: 'transferAccount',
  scope: 'owner',
  tag: TAG,
  summary: 'Hand the account over',
  description: 'The person becomes owner, and whoever hands it over admin.',
  body: Type.Object({ person: Type.String(), ...WithFactor.properties }),
  answers: { 200: AccountAnswer },
  refusals: [404, ...UNLESS_OWNER],
  async before(ports, { who, body: { person, ...given } }) {
    const tools = { ...ports, query: ports.records.query };
    await assertCanReceive(tools, who, who.visit.person.id, person);
    await assertOwner(ports, ports.site, who.visit, given);
  },
  async run(tools, { who, body, language }) {
    const { person } = who.visit;
    const seat = await transferAccount(tools, who, person.id, body.person);
    const telling = { site: tools.site, accountId: who.accountId, language };
    return {
      status: 200,
      body: toAccountAnswer(person, who.seat),
      afterwards: () => tellRole(tools, telling, seat),
    };
  },
});

export const TEAM_OPERATIONS: readonly Operation<PeopleOperationPorts, LoggedIn>[] = [
  listPeople,
  invitePerson,
  inviteAgainOperation,
  revokeInvitationOperation,
  changePersonRole,
  removePersonOperation,
  transfer,
];

async function assertProof(
  ports: OwnerPorts & { site: Site },
  { visit }: LoggedIn,
  { password, code, passkey }: Proof,
): Promise<void> {
  if (password === undefined) throw passwordNeeded();
  await assertOwner(ports, ports.site, visit, {
    password,
    ...(code !== undefined && { code }),
    ...(passkey !== undefined && { passkey }),
  });
}

function toMadeRecord(
  { mail, site }: Pick<PeopleOperationPorts, 'mail' | 'site'>,
  { invitation, secret }: Awaited<ReturnType<typeof invite>>,
) {
  return { ...toInvitationRecord(invitation), ...(mail === undefined && { link: linkOf(site, secret) }) };
}
