/** The door of a member's own page: for members who entered with a code or a link, and only for their own records. */

import type { FastifyRequest } from 'fastify';
import { enterAsOneOf } from '../../http/connection/running-requests.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import { memberOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId, MemberId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';
import { accountSuspended } from '../refusal.ts';

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
  /** Undefined for a cookie that is missing, unknown or expired, and for one of another council. */
  findMember(request: FastifyRequest): Promise<Session | undefined>;
};

export const OWN_PAGE = '/api/my/:account';

export function memberDoor<Session extends OwnSession>(
  { access, findMember }: MemberDoorPorts<Session>,
  { baseUrl }: Site,
): Door<MemberWho<Session>> {
  return {
    root: OWN_PAGE,
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, baseUrl);
      const session = await findMember(request);
      if (session === undefined) throw notEntered();
      if (session.isSuspended && request.method !== 'GET' && request.method !== 'HEAD')
        throw accountSuspended();
      const who = toWho(session);
      // Counted apart from the requests of the council's own keys and people, so that members cannot use up their
      // limit.
      enterAsOneOf(request, reply, `${who.accountId} members`, session.member.id);
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

/** A member has no scope: what a registrar decides stays with registrars. */
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
