/** The door of the dashboard: for people with a session. */

import type { FastifyRequest } from 'fastify';
import { type Static, type TProperties, Type } from 'typebox';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import type { Access } from '../../keys/ports.ts';
import { assertProvenAddress } from '../../people/accounts/proven-address.ts';
import { actorOf, findPerson, type LoggedIn, type PersonPorts } from '../../people/login/person.ts';
import type { Person } from '../../people/login/ports.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import type { Door } from '../door.ts';

/** `mode`: as the address names it. Without it, a look-up of one certificate searches both. */
export type PersonWho = LoggedIn & { mode: Mode | undefined };

type Mode = Static<typeof ModeSchema>;

export type PersonDoorPorts = PersonPorts & { access: Pick<Access, 'read'>; mail: Mailer | undefined };

export const DASHBOARD = '/api/dashboard';

const mode = Type.Optional(ModeSchema);
const reveal = Type.Optional(
  Type.Unsafe<'true'>({
    type: 'string',
    enum: ['true'],
    description: 'CURP and RFC in full; each one that is shown is noted in the audit log.',
  }),
);

/**
 * What the operations behind it are about. The account is one thing in both modes; certificates are apart by `mode`; so are
 * records of members, whose identifiers are masked by default and which nobody changes from an address that is not proven.
 */
const OWN_QUERY = {
  account: {},
  certificates: { mode },
  records: { mode, reveal },
} satisfies Record<string, TProperties>;

export function personDoor(
  ports: PersonDoorPorts,
  site: Site,
  subject: keyof typeof OWN_QUERY,
): Door<PersonWho> {
  return {
    root: DASHBOARD,
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, site.baseUrl);
      const person = await findPerson(ports, site, request);
      if (person === undefined)
        throw new AppError('unauthorized', { en: 'Please log in.', es: 'Inicie sesión.' });
      request.person = person;
      const who = toWho(request, person);
      if (subject === 'records' && who.livemode && request.method !== 'GET')
        assertProvenAddress(ports, person.account);
      if (request.validationError !== undefined) throw request.validationError;
      return { who, value: await ports.access.read(who.accountId, who.livemode, read()) };
    },
    ownQuery: OWN_QUERY[subject],
    refusesWith: () => [
      'unauthorized',
      'forbidden_origin',
      ...(subject === 'records' ? (['email_unproven', 'insufficient_scope'] as const) : []),
      500,
      503,
    ],
  };
}

/** The owner of an account may do everything; identifiers of people are shown in full only when they are asked for. */
function toWho(request: FastifyRequest, person: Person): PersonWho {
  const query = (request.query ?? {}) as { mode?: unknown; reveal?: unknown };
  return {
    accountId: person.account.id,
    livemode: query.mode !== 'test',
    keyId: undefined,
    by: actorOf(request),
    may: (scope) => scope !== 'members:identify' || query.reveal === 'true',
    person,
    mode: query.mode === 'live' || query.mode === 'test' ? query.mode : undefined,
  };
}
