/** The door of a member's own page: for members who entered with a code or a link, and only for their own records. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../../http/site.ts';
import { memberOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId, MemberId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';
import { mailedCodeDoor } from './mailed-code.ts';

/** The part of a session that the door needs. */
type OwnSession = {
  accountId: AccountId;
  member: { id: MemberId; livemode: boolean };
  linkMadeBy: string | undefined;
  /** Whether the operator has suspended the account. */
  isSuspended: boolean;
};

export type MemberWho<Session extends OwnSession = OwnSession> = Who & { session: Session };

export type MemberDoorPorts<Session extends OwnSession> = {
  access: Pick<Access, 'read'>;
  findMember(request: FastifyRequest): Promise<Session | undefined>;
};

export const OWN_PAGE = '/api/my/:account';

export function memberDoor<Session extends OwnSession>(
  { access, findMember }: MemberDoorPorts<Session>,
  site: Site,
): Door<MemberWho<Session>> {
  return mailedCodeDoor<Session, MemberWho<Session>>(access, site, {
    root: OWN_PAGE,
    find: findMember,
    notEntered,
    toWho,
    countAs: ({ accountId, member }) => ({ all: `${accountId} members`, one: member.id }),
  });
}

/** A member has no scopes, so members cannot decide what only registrars may decide. */
function toWho<Session extends OwnSession>(session: Session): MemberWho<Session> {
  const { accountId, member, linkMadeBy } = session;
  return {
    accountId,
    livemode: member.livemode,
    by: memberOf(member.id),
    keyId: undefined,
    enteredBy: linkMadeBy,
    may: () => false,
    session,
  };
}

function notEntered(): AppError {
  return new AppError('unauthorized', {
    en: 'Please enter with a code or a link.',
    es: 'Entre con un código o un enlace.',
  });
}
