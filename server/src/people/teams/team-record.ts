/** People and invitations as the API shows them. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { NewEmail } from '../accounts/account-record.ts';
import { needsSecondFactor } from '../persons/needs-second-factor.ts';
import { ROLES } from './roles.ts';
import { INVITATION_STATUSES, type Invitation, type TakenSeat } from './team.ts';

export const RoleSchema = oneOf(ROLES, { title: 'Role' });

const INVITED_BY = 'The id of the person or the key that sent the invitation.';

const SEAT_EXAMPLE = {
  person: {
    id: 'per_0BPu1ZGXVU3EkHvAvtBmRa',
    name: 'Ana Núñez',
    email: 'ana@example.com',
    second_factor: true,
  },
  role: 'owner',
  created_at: '2026-03-02T16:20:00.000Z',
  last_seen_at: '2026-03-09T09:12:00.000Z',
  invited_by: null,
};

const INVITATION_EXAMPLE = {
  id: 'inv_0BPu1ZGXVU3EkHvAvtBmRb',
  email: 'eva@example.com',
  role: 'registrar',
  status: 'pending',
  created_at: '2026-03-09T09:12:00.000Z',
  expires_at: '2026-03-16T09:12:00.000Z',
  invited_by: 'per_0BPu1ZGXVU3EkHvAvtBmRa',
};

export const SeatSchema = Type.Object(
  {
    person: Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      second_factor: Type.Boolean({ description: 'Whether the password alone is not enough to log in.' }),
    }),
    role: RoleSchema,
    created_at: Type.String({ format: 'date-time' }),
    last_seen_at: nullable(Type.String({ format: 'date-time', description: 'To the minute.' })),
    invited_by: nullable(Type.String({ description: INVITED_BY })),
  },
  { title: 'Seat', examples: [SEAT_EXAMPLE] },
);

const INVITATION_FIELDS = {
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  status: oneOf(INVITATION_STATUSES),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
  invited_by: Type.String({ description: INVITED_BY }),
};

export const InvitationSchema = Type.Object(INVITATION_FIELDS, {
  title: 'Invitation',
  examples: [INVITATION_EXAMPLE],
});

/** An invitation with its link, which only the dashboard shows. */
export const MadeInvitationSchema = Type.Object(
  {
    ...INVITATION_FIELDS,
    link: Type.Optional(
      Type.String({
        description:
          'Shown once, and only where the service sends no mail: pass it on to the invited person.',
      }),
    ),
  },
  { title: 'MadeInvitation' },
);

export const PeopleSchema = Type.Object(
  { people: Type.Array(SeatSchema), invitations: Type.Array(InvitationSchema) },
  {
    title: 'People',
    description:
      'Everybody with a seat, and the newest 200 invitations; those that can be accepted come first.',
  },
);

/** The parts of the invitation that keys and people share. */
export const INVITE = {
  method: 'POST',
  path: '/people/invitations',
  operationId: 'invitePerson',
  scope: 'people:write',
  summary: 'Invite somebody to the account',
} as const;

export const InviteBody = Type.Object(
  { email: NewEmail, role: RoleSchema },
  { examples: [{ email: 'eva@example.com', role: 'registrar' }] },
);

export const RoleBody = Type.Object({ role: RoleSchema }, { examples: [{ role: 'viewer' }] });

export const PersonParams = Type.Object({ id: Type.String() });

export function toSeatRecord(seat: TakenSeat): Static<typeof SeatSchema> {
  const { person, role, createdAt, lastSeenAt, invitedBy } = seat;
  return {
    person: {
      id: person.id,
      name: person.name,
      email: person.email,
      second_factor: needsSecondFactor(person),
    },
    role,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    invited_by: invitedBy ?? null,
  };
}

export function toInvitationRecord(invitation: Invitation): Static<typeof InvitationSchema> {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: invitation.status,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    invited_by: invitation.invitedBy,
  };
}
