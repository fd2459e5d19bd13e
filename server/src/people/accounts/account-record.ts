import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Account } from './ports.ts';

/** An account as its owner sees it. */
export function toAccountRecord(account: Account) {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    certificates_left: account.certificatesLeft,
    created_at: account.createdAt.toISOString(),
    language: account.language ?? null,
    time_zone: account.timeZone ?? null,
    second_factor: account.hasSecondFactor,
    deletion_requested_at: account.deletionRequestedAt?.toISOString() ?? null,
  };
}

/** What the owner may choose, as it comes in. */
export const PersonName = Type.String({ minLength: 1, maxLength: 200 });
export const Language = Type.Unsafe<'es' | 'en' | null>({
  type: ['string', 'null'],
  enum: ['es', 'en', null],
});
export const TimeZone = nullable(Type.String({ minLength: 1, maxLength: 64 }));

export const NewPassword = Type.String({ minLength: 10, maxLength: 200 });
export const GivenPassword = Type.String({ maxLength: 200 });

/** Changes that a stolen cookie must not be able to make carry the password. */
export const WithPassword = Type.Object({ password: GivenPassword });
