/** A key as its owner sees it. The secret appears only in the answer that creates or rotates the key. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import { KEY_SCOPES, SCOPES } from '../operations/scopes.ts';
import { KEY_MODES } from './key.ts';
import type { KeyWithSecret } from './manage-keys.ts';
import type { ApiKey } from './ports.ts';

export const ModeSchema = oneOf(KEY_MODES, { title: 'Mode' });
export const ScopeSchema = oneOf(SCOPES, { title: 'Scope' });

export const KeySchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('key'),
    name: Type.String(),
    mode: ModeSchema,
    status: oneOf(['active', 'expired', 'revoked']),
    scopes: Type.Array(oneOf(KEY_SCOPES, { title: 'KeyScope' })),
    organizer_id: nullable(
      Type.String({
        description: 'The organiser of courses whose key it is; it reaches nothing but its desk.',
      }),
    ),
    rate_per_minute: Type.Integer(),
    monthly_quota: Type.Integer(),
    month_requests: Type.Integer(),
    hint: Type.String({ description: 'First and last characters, to tell keys apart.' }),
    created_by: nullable(Type.String({ description: 'The person who made it; null if that is not known.' })),
    created_at: Type.String({ format: 'date-time' }),
    expires_at: nullable(Type.String({ format: 'date-time' })),
    revoked_at: nullable(Type.String({ format: 'date-time' })),
    revoked_reason: nullable(Type.String()),
    last_used_at: nullable(Type.String({ format: 'date-time' })),
    old_secret_ends_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'Until when the secret from before a rotation still works.',
      }),
    ),
  },
  { title: 'ApiKey' },
);

export const KeyAnswer = Type.Object({ key: KeySchema });

export const SecretAnswer = Type.Object({
  key: Type.Object({ ...KeySchema.properties, secret: Type.String() }, { title: 'ApiKeyWithSecret' }),
});

export function toKeyRecord(key: ApiKey, now: Date): Static<typeof KeySchema> {
  return {
    id: key.id,
    object: 'key',
    name: key.name,
    mode: key.mode,
    status: statusOf(key, now),
    scopes: [...key.scopes],
    organizer_id: key.organizerId ?? null,
    rate_per_minute: key.ratePerMinute,
    monthly_quota: key.monthlyQuota,
    month_requests: key.monthCalls,
    hint: key.hint,
    created_by: key.createdBy ?? null,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    revoked_reason: key.revokedReason ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    old_secret_ends_at: key.oldSecretEndsAt?.toISOString() ?? null,
  };
}

export function toSecretAnswer({ key, secret }: KeyWithSecret, now: Date): Static<typeof SecretAnswer> {
  return { key: { ...toKeyRecord(key, now), secret } };
}

function statusOf(key: ApiKey, now: Date): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && key.expiresAt <= now ? 'expired' : 'active';
}
