/** The door of an organiser's desk: for its people, who entered with a code, and only for its own courses and rosters. */

import type { FastifyRequest } from 'fastify';
import { enterAsOneOf } from '../../http/connection/running-requests.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import { organizerOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId, OrganizerId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import { originOf } from '../../people/login/person.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';
import { accountSuspended } from '../refusal.ts';

/** The part of a session that the door needs. */
type Desk = {
  accountId: AccountId;
  organizer: { id: OrganizerId; livemode: boolean };
  /** Whether the operator lets nobody change anything in the account. */
  isSuspended: boolean;
};

export type OrganizerWho<Session extends Desk = Desk> = Who & { session: Session };

export type OrganizerDoorPorts<Session extends Desk> = {
  access: Pick<Access, 'read'>;
  /** Undefined for a cookie that is missing, unknown or expired, and for one of another council. */
  findOrganizer(request: FastifyRequest): Promise<Session | undefined>;
};

export const DESK = '/api/o/:account';

export function organizerDoor<Session extends Desk>(
  { access, findOrganizer }: OrganizerDoorPorts<Session>,
  { baseUrl }: Site,
): Door<OrganizerWho<Session>> {
  return {
    root: DESK,
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, baseUrl);
      const session = await findOrganizer(request);
      if (session === undefined) throw notEntered();
      if (session.isSuspended && request.method !== 'GET' && request.method !== 'HEAD')
        throw accountSuspended();
      const who = toWho(session, request);
      // Not the share of the council's own keys and people, which its organisers must not use up.
      enterAsOneOf(request, reply, `${who.accountId} organisers`, session.organizer.id);
      if (request.validationError !== undefined) throw request.validationError;
      return { who, value: await access.read(who.accountId, who.livemode, read()) };
    },
    ignoresIdempotencyKeys: true,
    ownQuery: {},
    refusesWith: ({ method }) => [
      'unauthorized',
      'forbidden_origin',
      'rate_limit_exceeded',
      ...(method === 'GET' ? [] : (['account_suspended'] as const)),
      500,
      503,
    ],
  };
}

/** An organiser has no scope: what the council decides stays with the council. */
function toWho<Session extends Desk>(session: Session, request: FastifyRequest): OrganizerWho<Session> {
  const { accountId, organizer } = session;
  return {
    accountId,
    livemode: organizer.livemode,
    by: organizerOf(organizer.id, originOf(request)),
    keyId: undefined,
    may: () => false,
    session,
  };
}

function notEntered(): AppError {
  return new AppError('unauthorized', {
    en: 'Please enter with a code.',
    es: 'Entre con un código.',
  });
}
