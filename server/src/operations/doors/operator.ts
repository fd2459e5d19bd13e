/** The door for people who run the service. For everybody else, its addresses answer as if they did not exist. */

import type { FastifyRequest } from 'fastify';
import { isOnLoopback } from '../../http/connection/on-loopback.ts';
import { nothingHere } from '../../http/errors.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { HttpSettings } from '../../http/settings.ts';
import type { Site } from '../../http/site.ts';
import { personOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { findPerson, originOf, type PersonPorts } from '../../people/login/person.ts';
import type { SeatedVisit, Visit } from '../../people/login/ports.ts';
import type { OperatorStore } from '../../people/operators/ports.ts';
import { needsSecondFactor } from '../../people/persons/needs-second-factor.ts';
import { SECOND_FACTOR_MISSING, secondFactorMissing } from '../../people/second-factor/second-factor.ts';
import type { PeopleSettings } from '../../people/settings.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';

/** `provenUntil`: until then, operator acts need no further proof of identity. */
export type OperatorWho = Who & { visit: Visit; provenUntil: Date | undefined };

export type OperatorDoorPorts = PersonPorts & { operators: OperatorStore };

export type OperatorSite = Site &
  Pick<HttpSettings, 'host' | 'trustedProxies'> &
  Pick<PeopleSettings, 'operators' | 'sso'>;

export const OPERATOR_API = '/api/operator';

/** How long a log-in or another proof of identity is enough. */
export const PROOF_MS = 30 * 60_000;

export function operatorDoor(ports: OperatorDoorPorts, site: OperatorSite): Door<OperatorWho> {
  const isLocal = isOnLoopback(site);
  return {
    root: OPERATOR_API,
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, site.baseUrl);
      const visit = await findPerson(ports, site, request);
      if (visit === undefined)
        throw new AppError('unauthorized', { en: 'Please log in.', es: 'Inicie sesión.' });
      const { person, session } = visit;
      const standing = await ports.operators.find(person.id, session.id, site.operators);
      if (standing === undefined) throw nothingHere();
      if (!isLocal && !hasSecondFactor(site, visit)) throw secondFactorMissing();
      const provenUntil = provenUntilOf(visit, standing.provenAt, ports.now());
      const { scope } = request.routeOptions.config;
      if (scope === 'proven operator' && provenUntil === undefined) throw proofRequired();
      if (request.validationError !== undefined) throw request.validationError;
      return { who: toWho(request, visit, provenUntil), value: read().toValue([]) };
    },
    // An operator's requests are not stored, because requests are stored under an account and an operator acts for
    // none.
    ignoresIdempotencyKeys: true,
    ownQuery: {},
    refusesWith: ({ scope }) => [
      'unauthorized',
      'forbidden_origin',
      404,
      SECOND_FACTOR_MISSING,
      ...(scope === 'proven operator' ? (['proof_required'] as const) : []),
      422,
      500,
      503,
    ],
  };
}

/** If people can only log in through an issuer, the issuer asks for the second factor. */
function hasSecondFactor({ sso }: OperatorSite, { person, session }: SeatedVisit): boolean {
  return needsSecondFactor(person) || (sso?.isOnly === true && session.sso !== undefined);
}

/** An issuer may let people in without asking them anything, so such a log-in is no proof of identity. */
function provenUntilOf({ session }: SeatedVisit, provenAt: Date | undefined, now: Date): Date | undefined {
  const loggedInAt = session.sso === undefined ? session.createdAt : session.sso.provenAt;
  const last = Math.max(loggedInAt?.getTime() ?? 0, provenAt?.getTime() ?? 0);
  return now.getTime() < last + PROOF_MS ? new Date(last + PROOF_MS) : undefined;
}

function toWho(
  request: FastifyRequest,
  { person, session }: SeatedVisit,
  provenUntil: Date | undefined,
): OperatorWho {
  return {
    // Operators own no rows. The id only says whose share of the server their requests use.
    accountId: person.id as string as AccountId,
    livemode: true,
    keyId: undefined,
    by: personOf(person, originOf(request)),
    may: () => false,
    visit: { person, session },
    provenUntil,
  };
}

function proofRequired(): AppError {
  return new AppError('proof_required', {
    en: 'You logged in more than 30 minutes ago. Prove again who you are with POST /api/operator/proof, then repeat this request.',
    es: 'Inició sesión hace más de 30 minutos. Compruebe de nuevo quién es con POST /api/operator/proof y repita esta solicitud.',
  });
}
