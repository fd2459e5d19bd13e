/** Serves the same operations to a person in the dashboard: the session says whose records, `mode` which of the two. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { leaveBodiesUnread } from '../../http/bodies/unread-bodies.ts';
import type { Site } from '../../http/site.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import { assertProvenAddress } from '../../people/accounts/proven-address.ts';
import { accountOf, actorOf } from '../../people/login/person.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import type { Door } from './door.ts';
import type { Operation, Who } from './operation.ts';
import { type ServePorts, serveOperation } from './serve-operation.ts';

export type DashboardOperationPorts = ServePorts & { mail: Mailer | undefined };

const OWN_QUERY = {
  mode: Type.Optional(ModeSchema),
  reveal: Type.Optional(
    Type.Unsafe<'true'>({
      type: 'string',
      enum: ['true'],
      description: 'CURP and RFC in full; each one that is shown is noted in the audit log.',
    }),
  ),
};

export function dashboardOperations(
  app: App,
  ports: DashboardOperationPorts,
  site: Site,
  operations: readonly Operation[],
): void {
  const door: Door = {
    root: '/api/dashboard',
    admit: async (request) => toWho(ports, request),
    ownQuery: OWN_QUERY,
    refusesWith: ['unauthorized', 'forbidden_origin', 'email_unproven', 'insufficient_scope', 500, 503],
  };
  app.register(async (part: App) => {
    leaveBodiesUnread(part);
    for (const operation of operations) serveOperation(part, ports, site, door, operation);
  });
}

/** The owner of an account may do everything; identifiers of people are shown in full only when they are asked for. */
function toWho(ports: DashboardOperationPorts, request: FastifyRequest): Who {
  const account = accountOf(request);
  const { mode = 'live', reveal } = request.query as { mode?: unknown; reveal?: unknown };
  const livemode = mode !== 'test';
  if (livemode && request.method !== 'GET') assertProvenAddress(ports, account);
  return {
    accountId: account.id,
    livemode,
    keyId: undefined,
    by: actorOf(request),
    may: (scope) => scope !== 'members:identify' || reveal === 'true',
  };
}
