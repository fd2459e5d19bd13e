/** The door of an organiser's desk: for its people, who entered with a code, and only for its own courses and rosters. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../../http/site.ts';
import { organizerOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId, OrganizerId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import { originOf } from '../../people/login/person.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';
import { mailedCodeDoor } from './mailed-code.ts';

/** The part of a session that the door needs. */
export type Desk = {
  accountId: AccountId;
  organizer: { id: OrganizerId; livemode: boolean };
  /** Whether the operator has suspended the account, so that nobody can change anything in it. */
  isSuspended: boolean;
};

export type OrganizerWho<Session extends Desk = Desk> = Who & { session: Session };

export type OrganizerDoorPorts<Session extends Desk> = {
  access: Pick<Access, 'read'>;
  findOrganizer(request: FastifyRequest): Promise<Session | undefined>;
};

export const DESK = '/api/o/:account';

export function organizerDoor<Session extends Desk>(
  { access, findOrganizer }: OrganizerDoorPorts<Session>,
  site: Site,
): Door<OrganizerWho<Session>> {
  return mailedCodeDoor<Session, OrganizerWho<Session>>(access, site, {
    root: DESK,
    find: findOrganizer,
    notEntered,
    toWho,
    countAs: ({ accountId, organizer }) => ({ all: `${accountId} organisers`, one: organizer.id }),
  });
}

/** An organiser has no scopes, so organisers cannot decide what only the council may decide. */
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
