/** API keys in the dashboard. */

import { type Static, Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { assertText } from '../http/text-rules.ts';
import { AppError } from '../kernel/errors.ts';
import { type KeyId, parseId } from '../kernel/ids.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import { DEFAULT_SCOPES, type Scope } from '../operations/scopes.ts';
import { askerOf, type LoggedIn } from '../people/login/person.ts';
import { tellOwners } from '../people/mail/tell-people.ts';
import type { SeatStore } from '../people/teams/ports.ts';
import { roleMay } from '../people/teams/roles.ts';
import {
  KeyAnswer,
  KeySchema,
  ModeSchema,
  ScopeSchema,
  SecretAnswer,
  toKeyRecord,
  toSecretAnswer,
} from './key-record.ts';
import { KEY_LIMITS, KEY_NAME, type MakeKeyPorts, makeKey, mayGive } from './make-key.ts';
import { changeKey, revokeKey, rotateKey } from './manage-keys.ts';
import { findOutlived } from './outlived-keys.ts';

const scopes = Type.Array(ScopeSchema, { minItems: 1, maxItems: 50 });

const NewKeyBody = Type.Object(
  { name: KEY_NAME, scopes: Type.Optional(scopes), mode: Type.Optional(ModeSchema), ...KEY_LIMITS },
  { title: 'NewKey' },
);
const ChangeBody = Type.Object(
  { name: Type.Optional(KEY_NAME), scopes: Type.Optional(scopes), ...KEY_LIMITS },
  { title: 'KeyChange' },
);
const KeysSchema = Type.Object({
  keys: Type.Array(KeySchema),
  review: Type.Array(
    Type.Object({
      key_id: Type.String(),
      maker: Type.Object({ id: Type.String(), name: Type.String() }),
      why: oneOf(['left', 'role'], {
        description:
          "`left`: the maker no longer has a seat. `role`: the maker's role lacks a scope of the key.",
      }),
    }),
    { description: 'Keys that still work although their maker could no longer make them.' },
  ),
});
const KeyParams = Type.Object({ id: Type.String() });
const Reason = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) });

/** How long an old secret keeps working by default: a day. */
const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 30 * 86_400;

const RotateBody = Type.Object({
  grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_GRACE_SECONDS })),
});

const TAG = 'Keys';

export type KeyOperationPorts = Omit<MakeKeyPorts, 'seats'> & { seats: SeatStore };

const { acting } = operationsWith<KeyOperationPorts, LoggedIn>();

export const KEY_OPERATIONS: readonly Operation<KeyOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    scope: 'keys:read',
    tag: TAG,
    summary: 'List API keys',
    answers: { 200: KeysSchema },
    refusals: [],
    async act({ keys, seats, now }, { who }) {
      const found = await keys.list(who.accountId, now());
      const outlived = await findOutlived({ seats }, who.accountId, found);
      const review = outlived.map(({ key, maker: { id, name }, why }) => ({
        key_id: key.id,
        maker: { id, name },
        why,
      }));
      return { status: 200, body: { keys: found.map((key) => toKeyRecord(key, now())), review } };
    },
  }),
  acting({
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    scope: 'keys:write',
    tag: TAG,
    summary: 'Create an API key',
    body: NewKeyBody,
    answers: { 201: SecretAnswer },
    refusals: ['email_unproven', 'too_many_keys'],
    act: (ports, asked) =>
      makeKey(ports, asked, {
        mode: asked.body.mode ?? 'live',
        scopes: [...new Set(asked.body.scopes ?? defaultScopes(asked.who))],
      }),
  }),
  acting({
    method: 'POST',
    path: '/keys/:id/rotate',
    operationId: 'rotateKey',
    scope: 'keys:write',
    tag: TAG,
    summary: 'Give an API key a new secret',
    params: KeyParams,
    body: Type.Optional(nullable(RotateBody)),
    answers: { 200: SecretAnswer },
    refusals: [404],
    async act(ports, { who, params, body, request }) {
      const { account } = who;
      const id = keyId(params.id);
      const grace = body?.grace_seconds ?? DEFAULT_GRACE_SECONDS;
      const rotated = await rotateKey(ports, ports.site, account, id, grace, who.by, mayGive(who));
      tellOwners(ports, ports.site, account.id, 'key_rotated', askerOf(request));
      return { status: 200, body: toSecretAnswer(rotated, ports.now()) };
    },
  }),
  acting({
    method: 'PATCH',
    path: '/keys/:id',
    operationId: 'updateKey',
    scope: 'keys:write',
    tag: TAG,
    summary: 'Change an API key',
    params: KeyParams,
    body: ChangeBody,
    answers: { 200: KeyAnswer },
    refusals: [404],
    async act(ports, { who, params, body }) {
      if (body.name !== undefined) assertText('name', body.name, { maxChars: 100, multiline: false });
      const id = keyId(params.id);
      const change = toChange(body);
      const key = await changeKey(ports, ports.site, who.account, id, change, who.by, mayGive(who));
      return { status: 200, body: { key: toKeyRecord(key, ports.now()) } };
    },
  }),
  acting({
    method: 'DELETE',
    path: '/keys/:id',
    operationId: 'revokeKey',
    evenSuspended: true,
    scope: 'keys:write',
    tag: TAG,
    summary: 'Revoke an API key',
    params: KeyParams,
    query: Reason,
    body: Type.Optional(nullable(Reason)),
    answers: { 200: KeyAnswer },
    refusals: [404],
    async act(ports, { who, params, query, body }) {
      // The reason may also be in the query, because some proxies drop the body of a DELETE.
      const reason = body?.reason ?? query.reason;
      const id = keyId(params.id);
      if (reason !== undefined) assertText('reason', reason, { maxChars: 200, multiline: false });
      const key = await revokeKey(ports, who.account, id, reason, who.by);
      return { status: 200, body: { key: toKeyRecord(key, ports.now()) } };
    },
  }),
];

/** The default scopes that the maker's own role also has. */
function defaultScopes({ seat }: LoggedIn): Scope[] {
  return DEFAULT_SCOPES.filter((scope) => seat !== undefined && roleMay(seat.role, scope));
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

function keyId(text: string): KeyId {
  const id = parseId('key', text);
  if (id !== undefined) return id;
  throw new AppError('not_found', {
    en: 'There is no key with this id in your account.',
    es: 'No hay ninguna clave con este id en su cuenta.',
  });
}
