/** The door for any key, whatever its scopes. Its calls do not count towards rate and quota. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { enter } from '../../http/connection/running-requests.ts';
import type { Site } from '../../http/site.ts';
import { makeNetworkRate } from '../../http/strangers/network-rate.ts';
import { keyOf } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { type AccountRead, NOTHING } from '../../operations/account-read.ts';
import type { Door } from '../../operations/door.ts';
import type { Who } from '../../operations/operation.ts';
import { originOf } from '../../people/login/person.ts';
import { callerMay, isOfOrganizer } from '../key.ts';
import { notAtTheDesk, refusalOf } from '../rate-and-quota/admit-caller.ts';
import { presentedSecret, tellLimits } from '../rate-and-quota/guards.ts';
import type { OwnAccount, OwnAccounts } from './ports.ts';

export type OwnKeyWho = Who & { own: OwnAccount };

export type OwnAccountDoorPorts = { ownAccounts: OwnAccounts; now: Clock; randomBytes: RandomBytes };

/**
 * A separate limit per network and process: high enough for programs that ask before each call, but it stops a flood.
 */
const PER_MINUTE = 600;

export function ownAccountDoor(
  root: string,
  ports: OwnAccountDoorPorts,
  { serviceName }: Site,
): Door<OwnKeyWho> {
  const seeds = new Uint32Array(Uint8Array.from(ports.randomBytes(8)).buffer);
  const rate = makeNetworkRate(PER_MINUTE, [...seeds]);
  const find = async <T>(request: FastifyRequest, reply: FastifyReply, read: AccountRead<T>) => {
    const now = ports.now();
    const secretHash = presentedSecret(serviceName, request.headers.authorization);
    const waitMs = rate.take(request.ip, 1, now.getTime());
    if (waitMs > 0) throw tooOften(Math.ceil(waitMs / 1_000));
    const found = await ports.ownAccounts.find(secretHash, now, read);
    if ('refusal' in found) throw refusalOf(found.refusal, 'certificates:read', undefined, now);
    if (isOfOrganizer(found.own.caller)) throw notAtTheDesk();
    enter(request, reply, found.own.caller.accountId);
    tellLimits(reply, found.own.limits, now);
    reply.header('cache-control', 'private, no-store');
    return found;
  };
  return {
    root,
    async admit(request, reply, read) {
      const invalid = request.validationError;
      if (invalid !== undefined) {
        await find(request, reply, NOTHING);
        throw invalid;
      }
      const { own, value } = await find(request, reply, read());
      return { who: toWho(own, request), value };
    },
    ownQuery: {},
    refusesWith: () => [401, 'insufficient_scope', 'account_suspended', 429, 500, 503],
  };
}

function toWho(own: OwnAccount, request: FastifyRequest): OwnKeyWho {
  const { caller } = own;
  const { accountId, livemode, keyId } = caller;
  const by = keyOf(caller, originOf(request));
  return { accountId, livemode, keyId, by, may: (scope) => callerMay(caller, scope), own };
}

function tooOften(seconds: number): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: `This address was asked more than ${PER_MINUTE} times in a minute from your network. Try again in {wait}.`,
      es: `Esta dirección se consultó más de ${PER_MINUTE} veces en un minuto desde su red. Intente de nuevo en {wait}.`,
    },
    { retryAfterSeconds: seconds },
  );
}
