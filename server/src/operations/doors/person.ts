/** The door of the dashboard: for people with a session, and for most calls a seat in the account with the right role. */

import type { FastifyRequest } from 'fastify';
import { type Static, type TProperties, Type } from 'typebox';
import { enter } from '../../http/connection/running-requests.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import { personOf } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import type { Access } from '../../keys/ports.ts';
import type { Account } from '../../people/accounts/ports.ts';
import { findPerson, type LoggedIn, originOf, type PersonPorts } from '../../people/login/person.ts';
import type { SeatedVisit } from '../../people/login/ports.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { needsSecondFactor } from '../../people/persons/needs-second-factor.ts';
import { assertProvenAddress } from '../../people/persons/proven-address.ts';
import { SECOND_FACTOR_MISSING, secondFactorMissing } from '../../people/second-factor/second-factor.ts';
import { lackingScope, roleMay } from '../../people/teams/roles.ts';
import type { Door } from '../door.ts';
import { accountSuspended, insufficientRole } from '../refusal.ts';
import type { OperationScope } from '../scopes.ts';

/** `mode`: the mode that the address names. If it names none, a look-up of one certificate searches both modes. */
export type PersonWho = LoggedIn & { mode: Mode | undefined };

type Mode = Static<typeof ModeSchema>;

export type PersonDoorPorts = PersonPorts & { access: Pick<Access, 'read'>; mail: Mailer | undefined };

export const DASHBOARD = '/api/dashboard';

const account = Type.Optional(
  Type.String({
    description: 'The account that the call is about, where no header `Sello-Account` can be sent.',
  }),
);
const mode = Type.Optional(ModeSchema);
const reveal = Type.Optional(
  Type.Unsafe<'true'>({
    type: 'string',
    enum: ['true'],
    description: 'CURP and RFC in full; each one that is shown is noted in the audit log.',
  }),
);

/**
 * What the operations behind this door act on. The account is the same in both modes. Certificates and records of
 * members are separate for each `mode`. Identifiers of members are masked by default, and people whose address is not
 * proven cannot change members' records.
 */
const OWN_QUERY = {
  account: { account },
  certificates: { account, mode },
  records: { account, mode, reveal },
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
      const named = namedAccounts(request);
      const visit = await findPerson(ports, site, request, named[0]);
      if (visit === undefined)
        throw new AppError('unauthorized', { en: 'Please log in.', es: 'Inicie sesión.' });
      assertSeat(request, visit, named);
      const who = toWho(request, visit);
      if (subject === 'records' && who.livemode && request.method !== 'GET')
        assertProvenAddress(ports, visit.person);
      enter(request, reply, who.accountId);
      if (request.validationError !== undefined) throw request.validationError;
      return { who, value: await ports.access.read(who.accountId, who.livemode, read()) };
    },
    ownQuery: OWN_QUERY[subject],
    refusesWith: ({ scope, method, evenSuspended }) => [
      'unauthorized',
      'forbidden_origin',
      404,
      422,
      'rate_limit_exceeded',
      ...(scope === 'oneself'
        ? []
        : (['insufficient_role', 'account_required', SECOND_FACTOR_MISSING] as const)),
      ...(scope === 'oneself' || method === 'GET' || evenSuspended ? [] : (['account_suspended'] as const)),
      ...(subject === 'records' ? (['email_unproven'] as const) : []),
      500,
      503,
    ],
  };
}

/** The account that header and address name. A text that is not an id counts as the id of an unknown account. */
function namedAccounts({ headers, query }: FastifyRequest): string[] {
  const inAddress = (query as { account?: unknown } | undefined)?.account;
  return [headers['sello-account'], inAddress]
    .filter((text) => text !== undefined)
    .map((text) => (typeof text === 'string' ? (parseId('acct', text) ?? '') : ''));
}

/**
 * Runs before the body is read. Operations on a person's own data need no seat; all others need a seat and its role.
 */
function assertSeat(
  request: FastifyRequest,
  { person, seat, seats }: SeatedVisit,
  named: readonly string[],
): void {
  const { scope, alsoScope } = request.routeOptions.config;
  if (scope === undefined) throw new Error(`${request.routeOptions.url} declares no scope`);
  const [first, second = first] = named;
  if (first !== second) throw twoAccounts();
  if (seat === undefined && (first !== undefined || scope !== 'oneself')) throw noSeat(first);
  if (seat === undefined || scope === 'oneself') return;
  if (seat.account.requireSecondFactor && !needsSecondFactor(person)) throw secondFactorMissing();
  if (first === undefined && seats > 1 && request.method !== 'GET') throw accountRequired();
  const reveal = (request.query as { reveal?: unknown } | undefined)?.reveal === 'true';
  const wanted: OperationScope[] = [scope, ...(alsoScope ? [alsoScope] : [])];
  if (reveal) wanted.push('members:identify');
  for (const one of wanted) {
    const lacking = one === 'any seat' ? undefined : lackingScope(seat.role, one);
    if (lacking !== undefined) throw insufficientRole(seat.role, lacking);
  }
  if (seat.account.suspendedAt !== undefined && !isAllowedSuspended(request)) throw accountSuspended();
}

/** In a suspended account, people may still read, and take access away. */
function isAllowedSuspended({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.evenSuspended === true;
}

/** A role may do what its scopes allow. Identifiers of people are shown in full only on request. */
function toWho(request: FastifyRequest, { person, session, seat }: SeatedVisit): PersonWho {
  const query = (request.query ?? {}) as { mode?: unknown; reveal?: unknown };
  const isOwn = request.routeOptions.config.scope === 'oneself';
  return {
    // A person without a seat owns no rows. The id only says whose share of the server their requests use.
    accountId: seat?.account.id ?? (person.id as string as AccountId),
    livemode: query.mode !== 'test',
    keyId: undefined,
    // Actions on a person's own data are written to the person's own log, where no role matters.
    by: personOf(person, originOf(request), isOwn ? undefined : seat?.role),
    role: seat?.role,
    may: (scope) =>
      seat !== undefined &&
      roleMay(seat.role, scope) &&
      (scope !== 'members:identify' || query.reveal === 'true'),
    visit: { person, session },
    seat,
    // People without a seat cannot call operations that use this.
    account: seat?.account as Account,
    mode: query.mode === 'live' || query.mode === 'test' ? query.mode : undefined,
  };
}

function twoAccounts(): AppError {
  return new AppError('validation_failed', {
    en: 'The header `Sello-Account` and the parameter `account` name two accounts. Send one of them, or the same in both.',
    es: 'El encabezado `Sello-Account` y el parámetro `account` indican dos cuentas. Envíe solo uno, o la misma en ambos.',
  });
}

/** The same refusal as for an account that does not exist. */
function noSeat(named: string | undefined): AppError {
  return named === undefined
    ? new AppError('not_found', {
        en: 'You have no account here. Open one, or ask somebody to invite you to theirs.',
        es: 'Usted no tiene ninguna cuenta aquí. Abra una o pida que le inviten a otra.',
      })
    : new AppError('not_found', {
        en: 'You have no account with this id. GET /api/dashboard/me lists the accounts that you have.',
        es: 'Usted no tiene ninguna cuenta con este id. GET /api/dashboard/me enumera las que tiene.',
      });
}

function accountRequired(): AppError {
  return new AppError('account_required', {
    en: 'You have several accounts. Say which one this is about in the header `Sello-Account`.',
    es: 'Usted tiene varias cuentas. Indique en el encabezado `Sello-Account` a cuál se refiere.',
  });
}
