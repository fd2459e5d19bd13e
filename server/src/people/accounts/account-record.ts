/** An account and a person as the dashboard API shows them, and the fields that may be set. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { needsSecondFactor } from '../persons/needs-second-factor.ts';
import type { Person, Seat } from '../persons/ports.ts';
import { isLow } from './low-allowance.ts';
import { type Account, FOUR_EYES, toFourEyes } from './ports.ts';

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

export const FourEyes = oneOf(FOUR_EYES, {
  title: 'FourEyes',
  description: '`required`: nobody decides an award, course or renewal that they reported or changed.',
});

export const NewPassword = Type.String({ minLength: 10, maxLength: 200 });
export const GivenPassword = Type.String({ maxLength: 200 });

/** Requires the password, for changes that a stolen cookie alone must not be able to make. */
export const WithPassword = Type.Object({ password: GivenPassword });

const AccountSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String({
      description: 'The address of the person who asks; language and second factor are theirs too.',
    }),
    name: Type.String(),
    certificates_left: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    language: Language,
    time_zone: nullable(Type.String()),
    keep_files_days: KeepFilesDays,
    four_eyes: FourEyes,
    require_second_factor: Type.Boolean({
      description: 'Whether people without a second factor set one up before anything else.',
    }),
    shows_name: Type.Boolean({
      description: 'Whether the public pages of its certificates name the account.',
    }),
    second_factor: Type.Boolean({ description: 'Whether the password alone is not enough to log in.' }),
    authenticator_app: Type.Boolean(),
    passkeys: Type.Integer({ description: 'How many.' }),
    suspended_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'The time at which the operator suspended the account, so that nobody can change anything in it; null if it is not suspended.',
      }),
    ),
    deletion_requested_at: nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Account' },
);

export const PersonSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_proven: Type.Boolean(),
    name: Type.String(),
    language: Language,
    time_zone: nullable(Type.String()),
    second_factor: Type.Boolean({ description: 'Whether the password alone is not enough to log in.' }),
    authenticator_app: Type.Boolean(),
    passkeys: Type.Integer({ description: 'How many.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Person' },
);

/** `account`: the account to which the call belongs; null for a person without a seat. */
export const AccountAnswer = Type.Object({ account: nullable(AccountSchema) });

export const AllowanceSchema = Type.Object(
  {
    certificates_left: Type.Integer(),
    certificates_made: Type.Integer(),
    certificates_granted: Type.Integer(),
    low: Type.Boolean({ description: 'Whether at most a tenth of the granted certificates is left.' }),
  },
  { title: 'Allowance' },
);

export function toAllowanceRecord(
  account: Pick<Account, 'certificatesLeft' | 'certificatesGranted'> | undefined,
  made: number,
): Static<typeof AllowanceSchema> {
  const { certificatesLeft: left, certificatesGranted: granted } = account ?? NONE;
  return {
    certificates_left: left,
    certificates_made: made,
    certificates_granted: granted,
    low: isLow(left, granted),
  };
}

const NONE = { certificatesLeft: 0, certificatesGranted: 0 };

export function toAccountAnswer(person: Person, seat: Seat | undefined): Static<typeof AccountAnswer> {
  return { account: seat === undefined ? null : toAccountRecord(person, seat) };
}

function toAccountRecord(person: Person, { account }: Seat): Static<typeof AccountSchema> {
  return {
    id: account.id,
    email: person.email,
    name: account.name,
    certificates_left: account.certificatesLeft,
    created_at: account.createdAt.toISOString(),
    language: person.language ?? null,
    time_zone: account.timeZone ?? null,
    keep_files_days: account.keepFilesDays ?? null,
    four_eyes: toFourEyes(account.fourEyes),
    require_second_factor: account.requireSecondFactor,
    shows_name: account.showsName,
    second_factor: needsSecondFactor(person),
    authenticator_app: person.hasAuthenticatorApp,
    passkeys: person.passkeys,
    suspended_at: account.suspendedAt?.toISOString() ?? null,
    deletion_requested_at: account.deletionRequestedAt?.toISOString() ?? null,
  };
}

export function toPersonRecord(person: Person): Static<typeof PersonSchema> {
  return {
    id: person.id,
    email: person.email,
    email_proven: person.emailProvenAt !== undefined,
    name: person.name,
    language: person.language ?? null,
    time_zone: person.timeZone ?? null,
    second_factor: needsSecondFactor(person),
    authenticator_app: person.hasAuthenticatorApp,
    passkeys: person.passkeys,
    created_at: person.createdAt.toISOString(),
  };
}
