/** Serves operations to API keys. */

import type { FastifyRequest } from 'fastify';
import { keyOf } from '../../audit/audit-log.ts';
import type { PublicApi } from '../../http/app.ts';
import { UNTIL_ADMITTED } from '../../http/error-responses.ts';
import type { Site } from '../../http/site.ts';
import { NOTHING } from '../../keys/account-read.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import { type Caller, callerMay } from '../../keys/key.ts';
import { originOf } from '../../people/login/person.ts';
import type { Door } from './door.ts';
import type { Operation, Who } from './operation.ts';
import { type ServePorts, serveOperation } from './serve-operation.ts';

export type OperationPorts = AdmitPorts & ServePorts;

export function publicOperations(
  api: PublicApi,
  ports: OperationPorts,
  site: Site,
  operations: readonly Operation[],
): void {
  const door: Door = {
    root: '/api/public/v1',
    admit: async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      return toWho(caller, request);
    },
    ownQuery: {},
    refusesWith: UNTIL_ADMITTED,
  };
  for (const operation of operations) serveOperation(api, ports, site, door, operation);
}

function toWho(caller: Caller, request: FastifyRequest): Who {
  return {
    accountId: caller.accountId,
    livemode: caller.livemode,
    keyId: caller.keyId,
    by: keyOf(caller, originOf(request)),
    may: (scope) => callerMay(caller, scope),
  };
}
