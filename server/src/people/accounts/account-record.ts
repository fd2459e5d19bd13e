/** An account as the dashboard API shows it, and the fields its owner may set. */

import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { needsSecondFactor } from './needs-second-factor.ts';
import type { Account } from './ports.ts';

export const NewEmail = Type.String({ minLength: 3, maxLength: 254, format: 'email' });
export const PersonName = Type.String({ minLength: 1, maxLength: 200 });
export const Language = Type.Unsafe<'es' | 'en' | null>({
  type: ['string', 'null'],
  enum: ['es', 'en', null],
});
export const TimeZone = nullable(Type.String({ minLength: 1, maxLength: 64 }));

export const KeepFilesDays = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 36_500,
  description:
    'Original files older than this many days are erased; certificates and proofs stay. Null: they are kept.',
});

export const NewPassword = Type.String({ minLength: 10, maxLength: 200 });
export const GivenPassword = Type.String({ maxLength: 200 });

/** Requires the password, for changes that a stolen cookie alone must not be able to make. */
export const WithPassword = Type.Object({ password: GivenPassword });

const AccountSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    certificates_left: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    language: Language,
    time_zone: nullable(Type.String()),
    keep_files_days: KeepFilesDays,
    second_factor: Type.Boolean({ description: 'Whether the password alone is not enough to log in.' }),
    authenticator_app: Type.Boolean(),
    passkeys: Type.Integer({ description: 'How many.' }),
    deletion_requested_at: nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Account' },
);

export const AccountAnswer = Type.Object({ account: AccountSchema });

export const AllowanceSchema = Type.Object(
  { certificates_left: Type.Integer(), certificates_made: Type.Integer() },
  { title: 'Allowance' },
);

export function toAccountRecord(account: Account): Static<typeof AccountSchema> {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    certificates_left: account.certificatesLeft,
    created_at: account.createdAt.toISOString(),
    language: account.language ?? null,
    time_zone: account.timeZone ?? null,
    keep_files_days: account.keepFilesDays ?? null,
    second_factor: needsSecondFactor(account),
    authenticator_app: account.hasAuthenticatorApp,
    passkeys: account.passkeys,
    deletion_requested_at: account.deletionRequestedAt?.toISOString() ?? null,
  };
}
