/** What the page behind an invitation's link shows to somebody who has not logged in yet. */

import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { findPerson, type PersonPorts } from '../login/person.ts';
import { findInvitationBySecret, hasTaken, readInviter } from './pg-invitations.ts';
import { notGood } from './take-invitation.ts';
import { maskEmail } from './team.ts';
import { RoleSchema } from './team-record.ts';

const ShownSchema = Type.Object(
  {
    account: Type.Object({ id: Type.String(), name: Type.String() }),
    invited_by: nullable(
      Type.String({ description: 'The name of the person; null where a program invited.' }),
    ),
    role: RoleSchema,
    email: Type.String({ description: 'The invited address, masked.' }),
    expires_at: Type.String({ format: 'date-time' }),
    status: oneOf(['pending', 'accepted'], {
      description: '`accepted` is shown to the person who accepted it, and to nobody else.',
    }),
  },
  { title: 'ShownInvitation' },
);

export type OpenInvitationPorts = PersonPorts & { records: Pick<Database, 'query'>; site: Site };

const { acting } = operationsWith<OpenInvitationPorts, undefined>();

export const OPEN_INVITATION_OPERATIONS: readonly Operation<OpenInvitationPorts, undefined>[] = [
  acting({
    method: 'GET',
    path: '/invitations/:secret',
    operationId: 'readInvitation',
    scope: 'open',
    tag: 'Invitation',
    summary: 'Read an invitation by its secret',
    params: Type.Object({ secret: Type.String({ maxLength: 200 }) }),
    answers: { 200: Type.Object({ invitation: ShownSchema }) },
    refusals: [404],
    async act(ports, { params: { secret }, request }) {
      const { query } = ports.records;
      const found = await findInvitationBySecret(query, sha256(secret), ports.now());
      if (found === undefined) throw notGood();
      const { accountId, role, email, expiresAt, status } = found;
      if (status !== 'pending') {
        const visit = status === 'accepted' ? await findPerson(ports, ports.site, request) : undefined;
        if (visit === undefined || !(await hasTaken(query, found, visit.person.id))) throw notGood();
      }
      const { accountName, inviterName } = await readInviter(query, found);
      const invitation: Static<typeof ShownSchema> = {
        account: { id: accountId, name: accountName },
        invited_by: inviterName ?? null,
        role,
        email: maskEmail(email),
        expires_at: expiresAt.toISOString(),
        status: status === 'pending' ? 'pending' : 'accepted',
      };
      return { status: 200, body: { invitation } };
    },
  }),
];
