/** API keys in the dashboard. */

import { type Static, Type } from 'typebox';
import type { App } from '../http/app.ts';
import { dateTimeOf } from '../http/date-time.ts';
import { nullable, refusals } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { assertText } from '../http/text-rules.ts';
import { AppError } from '../kernel/errors.ts';
import { type KeyId, parseId } from '../kernel/ids.ts';
import { DEFAULT_SCOPES } from '../operations/scopes.ts';
import { assertProvenAddress } from '../people/accounts/proven-address.ts';
import { accountOf, actorOf, askerOf } from '../people/login/person.ts';
import { type NoticePorts, tellOwner } from '../people/mail/tell-owner.ts';
import {
  KeyAnswer,
  KeySchema,
  ModeSchema,
  ScopeSchema,
  SecretAnswer,
  toKeyRecord,
  toSecretAnswer,
} from './key-record.ts';
import { changeKey, createKey, type KeyPorts, type KeyRules, revokeKey, rotateKey } from './manage-keys.ts';

const limits = {
  rate_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  monthly_quota: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
};
const name = Type.String({ minLength: 1, maxLength: 100 });
const scopes = Type.Array(ScopeSchema, { minItems: 1, maxItems: 50 });

const NewKeyBody = Type.Object(
  { name, scopes: Type.Optional(scopes), mode: Type.Optional(ModeSchema), ...limits },
  { title: 'NewKey' },
);
const ChangeBody = Type.Object(
  { name: Type.Optional(name), scopes: Type.Optional(scopes), ...limits },
  { title: 'KeyChange' },
);
const params = Type.Object({ id: Type.String() });
const Reason = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) });

/** How long an old secret keeps working by default: a day. */
const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 30 * 86_400;

const RotateBody = Type.Object({
  grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_GRACE_SECONDS })),
});

export type KeyRoutePorts = KeyPorts & NoticePorts;

export function keyRoutes(app: App, ports: KeyRoutePorts, rules: KeyRules & Site): void {
  const list = Type.Object({ keys: Type.Array(KeySchema) });
  app.get('/keys', { schema: { response: { 200: list } } }, async (request) => {
    const keys = await ports.keys.list(accountOf(request).id, ports.now());
    return { keys: keys.map((key) => toKeyRecord(key, ports.now())) };
  });
  makeKeys(app, ports, rules);
  changeKeys(app, ports, rules);
  revokeKeys(app, ports);
}

function makeKeys(app: App, ports: KeyRoutePorts, rules: KeyRules & Site): void {
  app.post(
    '/keys',
    { schema: { body: NewKeyBody, response: { 201: SecretAnswer, ...refusals(409) } } },
    async (request, reply) => {
      const { body } = request;
      assertText('name', body.name, { maxChars: 100, multiline: false });
      const wanted = {
        name: body.name,
        mode: body.mode ?? 'live',
        scopes: [...new Set(body.scopes ?? DEFAULT_SCOPES)],
        ...(body.rate_per_minute !== undefined && { ratePerMinute: body.rate_per_minute }),
        ...(body.monthly_quota !== undefined && { monthlyQuota: body.monthly_quota }),
        ...(body.expires_at && { expiresAt: dateTimeOf('expires_at', body.expires_at) }),
      };
      if (wanted.mode === 'live') assertProvenAddress(ports, accountOf(request));
      const made = await createKey(ports, rules, accountOf(request), wanted, actorOf(request));
      tellOwner(ports, rules, accountOf(request), 'key_made', askerOf(request));
      return reply.code(201).send(toSecretAnswer(made, ports.now()));
    },
  );

  const body = Type.Optional(nullable(RotateBody));
  const response = { 200: SecretAnswer, ...refusals(404) };
  app.post('/keys/:id/rotate', { schema: { params, body, response } }, async (request) => {
    const id = keyId(request.params.id);
    const grace = request.body?.grace_seconds ?? DEFAULT_GRACE_SECONDS;
    const rotated = await rotateKey(ports, rules, accountOf(request), id, grace, actorOf(request));
    tellOwner(ports, rules, accountOf(request), 'key_rotated', askerOf(request));
    return toSecretAnswer(rotated, ports.now());
  });
}

function changeKeys(app: App, ports: KeyPorts, rules: KeyRules): void {
  const response = { 200: KeyAnswer, ...refusals(404) };
  app.patch('/keys/:id', { schema: { params, body: ChangeBody, response } }, async (request) => {
    const { body } = request;
    if (body.name !== undefined) assertText('name', body.name, { maxChars: 100, multiline: false });
    const id = keyId(request.params.id);
    const key = await changeKey(ports, rules, accountOf(request), id, toChange(body), actorOf(request));
    return { key: toKeyRecord(key, ports.now()) };
  });
}

function toChange({ name, scopes, rate_per_minute, monthly_quota, expires_at }: Static<typeof ChangeBody>) {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: [...new Set(scopes)] }),
    ...(rate_per_minute !== undefined && { ratePerMinute: rate_per_minute }),
    ...(monthly_quota !== undefined && { monthlyQuota: monthly_quota }),
    ...(expires_at !== undefined && {
      expiresAt: expires_at === null ? undefined : dateTimeOf('expires_at', expires_at),
    }),
  };
}

function revokeKeys(app: App, ports: KeyPorts): void {
  const schema = {
    params,
    querystring: Reason,
    body: Type.Optional(nullable(Reason)),
    response: { 200: KeyAnswer, ...refusals(404) },
  };
  app.delete('/keys/:id', { schema }, async (request) => {
    // Also in the query, because some proxies drop the body of a DELETE.
    const reason = request.body?.reason ?? request.query.reason;
    const id = keyId(request.params.id);
    if (reason !== undefined) assertText('reason', reason, { maxChars: 200, multiline: false });
    const key = await revokeKey(ports, accountOf(request), id, reason, actorOf(request));
    return { key: toKeyRecord(key, ports.now()) };
  });
}

function keyId(text: string): KeyId {
  const id = parseId('key', text);
  if (id !== undefined) return id;
  throw new AppError('not_found', {
    en: 'There is no key with this id in your account.',
    es: 'No hay ninguna clave con este id en su cuenta.',
  });
}
