/** The door of the public API: for keys with the scope that the operation declares. */

import type { FastifyRequest } from 'fastify';
import { UNTIL_ADMITTED } from '../../http/error-responses.ts';
import type { Site } from '../../http/site.ts';
import { keyOf } from '../../kernel/actor.ts';
import { type Caller, callerMay } from '../../keys/key.ts';
import { type AdmitPorts, admitRequest } from '../../keys/rate-and-quota/guards.ts';
import { originOf } from '../../people/login/person.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';

/** `caller`: the key as it was admitted. */
export type KeyWho = Who & { caller: Caller };

export const PUBLIC_API = '/api/public/v1';

export function keyDoor(ports: AdmitPorts, { serviceName }: Site): Door<KeyWho> {
  return {
    root: PUBLIC_API,
    async admit(request, reply, read) {
      const { caller, certificatesLeft, value } = await admitRequest(
        ports,
        serviceName,
        request,
        reply,
        read,
      );
      return { who: toWho(caller, request), certificatesLeft, value };
    },
    ownQuery: {},
    refusesWith: () => UNTIL_ADMITTED,
  };
}

function toWho(caller: Caller, request: FastifyRequest): KeyWho {
  return {
    accountId: caller.accountId,
    livemode: caller.livemode,
    keyId: caller.keyId,
    by: keyOf(caller, originOf(request)),
    may: (scope) => callerMay(caller, scope),
    caller,
  };
}
