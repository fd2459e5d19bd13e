/** API keys in the dashboard. The secret of a key is in the answer to its making, and never again. */

import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { dateTimeOf } from '../http/date-time.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { assertText } from '../http/text-rules.ts';
import { AppError } from '../kernel/errors.ts';
import { type KeyId, parseId } from '../kernel/ids.ts';
import { accountOf, actorOf } from '../people/login/person.ts';
import { SCOPES } from './key.ts';
import {
  changeKey,
  createKey,
  type KeyPorts,
  type KeyRules,
  type KeyWithSecret,
  revokeKey,
  rotateKey,
} from './manage-keys.ts';
import type { ApiKey } from './ports.ts';

const limits = {
  rate_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  monthly_quota: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
};
const name = Type.String({ minLength: 1, maxLength: 100 });
const scopes = Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: 20 });

const NewKeyBody = Type.Object({
  name,
  scopes: Type.Optional(scopes),
  mode: Type.Optional(oneOf(['live', 'test'])),
  ...limits,
});
const ChangeBody = Type.Object({ name: Type.Optional(name), scopes: Type.Optional(scopes), ...limits });
const KeyParams = Type.Object({ id: Type.String() });
const Reason = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) });

/** How long an old secret works beside a new one, unless the owner says otherwise: a day. */
const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 30 * 86_400;

export function keyRoutes(app: App, ports: KeyPorts, rules: KeyRules): void {
  app.get('/keys', async (request) => {
    const keys = await ports.keys.list(accountOf(request).id, ports.now());
    return { keys: keys.map((key) => toKeyRecord(key, ports.now())) };
  });

  app.post('/keys', { schema: { body: NewKeyBody } }, async (request, reply) => {
    const { body } = request;
    assertText('name', body.name, { maxChars: 100, multiline: false });
    const wanted = {
      name: body.name,
      mode: body.mode ?? 'live',
      scopes: [...new Set(body.scopes ?? SCOPES)],
      ...(body.rate_per_minute !== undefined && { ratePerMinute: body.rate_per_minute }),
      ...(body.monthly_quota !== undefined && { monthlyQuota: body.monthly_quota }),
      ...(body.expires_at && { expiresAt: dateTimeOf('expires_at', body.expires_at) }),
    };
    const made = await createKey(ports, rules, accountOf(request), wanted, actorOf(request));
    return reply.code(201).send(toSecretRecord(made, ports.now()));
  });

  app.patch('/keys/:id', { schema: { params: KeyParams, body: ChangeBody } }, async (request) => {
    const { body } = request;
    if (body.name !== undefined) assertText('name', body.name, { maxChars: 100, multiline: false });
    const id = keyId(request.params.id);
    const change = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.scopes !== undefined && { scopes: [...new Set(body.scopes)] }),
      ...(body.rate_per_minute !== undefined && { ratePerMinute: body.rate_per_minute }),
      ...(body.monthly_quota !== undefined && { monthlyQuota: body.monthly_quota }),
      ...(body.expires_at !== undefined && {
        expiresAt: body.expires_at === null ? undefined : dateTimeOf('expires_at', body.expires_at),
      }),
    };
    const key = await changeKey(ports, rules, accountOf(request), id, change, actorOf(request));
    return { key: toKeyRecord(key, ports.now()) };
  });

  app.delete(
    '/keys/:id',
    {
      schema: {
        params: KeyParams,
        querystring: Reason,
        body: Type.Optional(nullable(Reason)),
      },
    },
    async (request) => {
      // Where some proxy drops the body of a DELETE, the address carries the reason.
      const reason = request.body?.reason ?? request.query.reason;
      const id = keyId(request.params.id);
      if (reason !== undefined) assertText('reason', reason, { maxChars: 200, multiline: false });
      const key = await revokeKey(ports, accountOf(request), id, reason, actorOf(request));
      return { key: toKeyRecord(key, ports.now()) };
    },
  );

  app.post(
    '/keys/:id/rotate',
    {
      schema: {
        params: KeyParams,
        body: Type.Optional(
          nullable(
            Type.Object({
              grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_GRACE_SECONDS })),
            }),
          ),
        ),
      },
    },
    async (request) => {
      const id = keyId(request.params.id);
      const grace = request.body?.grace_seconds ?? DEFAULT_GRACE_SECONDS;
      const rotated = await rotateKey(ports, rules, accountOf(request), id, grace, actorOf(request));
      return toSecretRecord(rotated, ports.now());
    },
  );
}

function keyId(text: string): KeyId {
  const id = parseId('key', text);
  if (id !== undefined) return id;
  throw new AppError('not_found', {
    en: 'There is no key with this id in your account.',
    es: 'No hay ninguna clave con este id en su cuenta.',
  });
}

function toSecretRecord({ key, secret }: KeyWithSecret, now: Date) {
  return { key: { ...toKeyRecord(key, now), secret } };
}

function toKeyRecord(key: ApiKey, now: Date) {
  return {
    id: key.id,
    object: 'key',
    name: key.name,
    mode: key.mode,
    status: statusOf(key, now),
    scopes: key.scopes,
    rate_per_minute: key.ratePerMinute,
    monthly_quota: key.monthlyQuota,
    month_requests: key.monthCalls,
    hint: key.hint,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    revoked_reason: key.revokedReason ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    old_secret_ends_at: key.oldSecretEndsAt?.toISOString() ?? null,
  };
}

function statusOf(key: ApiKey, now: Date): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && key.expiresAt <= now ? 'expired' : 'active';
}
