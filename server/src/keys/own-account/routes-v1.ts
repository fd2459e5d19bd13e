/** Public API: whose key this is, and what is left of its limits. */

import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { nullable } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { makeNetworkRate } from '../../http/strangers/network-rate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import { refusalOf } from '../admit-caller.ts';
import { presentedSecret, tellLimits } from '../guards.ts';
import type { OwnAccount, OwnAccounts } from './ports.ts';

/**
 * The call does not count, so it has a limit of its own, of the network and in each process: enough for programs that ask
 * before each of their calls, and no free flood.
 */
const PER_MINUTE = 600;

export type OwnAccountPorts = {
  ownAccounts: OwnAccounts;
  now: Clock;
  randomBytes: RandomBytes;
  /** What the account keeps in the file store. */
  certificates: { files: AccountRead<{ bytes: number }> };
};

const AccountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    livemode: Type.Boolean({ description: 'The mode of the key.' }),
    certificates_left: Type.Integer({ description: 'Live certificates that the account may still make.' }),
    stored_bytes: Type.Integer({ description: 'Bytes of original files that are kept, in this mode.' }),
  },
  { title: 'OwnAccount' },
);

const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    rate_per_minute: Type.Integer(),
    monthly_quota: Type.Integer(),
    month_used: Type.Integer({ description: 'Calls of this calendar month (UTC).' }),
    expires_at: nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'OwnKey' },
);

export function ownAccountRoute(api: PublicApi, ports: OwnAccountPorts, site: Site): void {
  const seeds = new Uint32Array(Uint8Array.from(ports.randomBytes(8)).buffer);
  const rate = makeNetworkRate(PER_MINUTE, [...seeds]);
  api.get(
    '/account',
    {
      config: { scope: 'any key' },
      attachValidation: true,
      schema: {
        operationId: 'getAccount',
        summary: 'Your account and key',
        description: 'For any key, whatever its scopes. Does not count towards rate and quota.',
        tags: ['Account'],
        response: {
          200: Type.Object(
            { account: AccountSchema, key: KeySchema },
            { description: 'Whose key this is, and its limits.' },
          ),
          ...errorResponses(401, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const now = ports.now();
      const secretHash = presentedSecret(site.serviceName, request.headers.authorization);
      const waitMs = rate.take(request.ip, 1, now.getTime());
      if (waitMs > 0) throw tooOften(Math.ceil(waitMs / 1_000));
      const found = await ports.ownAccounts.find(secretHash, now, ports.certificates.files);
      if ('refusal' in found) throw refusalOf(found.refusal, 'certificates:read', undefined, now);
      tellLimits(reply, found.own.limits, now);
      reply.header('cache-control', 'private, no-store');
      if (request.validationError !== undefined) throw request.validationError;
      return toAnswer(found.own, found.value.bytes);
    },
  );
}

function toAnswer({ caller, limits, ...own }: OwnAccount, storedBytes: number) {
  return {
    account: {
      id: caller.accountId,
      name: own.accountName,
      livemode: caller.livemode,
      certificates_left: own.certificatesLeft,
      stored_bytes: storedBytes,
    },
    key: {
      id: caller.keyId,
      name: own.keyName,
      scopes: caller.scopeWords.split(' '),
      rate_per_minute: limits.ratePerMinute,
      monthly_quota: limits.monthlyQuota,
      month_used: limits.monthCalls,
      expires_at: own.expiresAt?.toISOString() ?? null,
    },
  };
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
