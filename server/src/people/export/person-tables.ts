/**
 * What an export of a person who logs in shows. Today a person has one account and is known by its id, `$1`. A test holds the
 * list against the schema: every column about people is shown, or withheld with a reason.
 */

import type { ExportedTable } from '../../database/exported-rows.ts';

const SECRET = 'lets in whoever has it';
const HASH = 'a hash of what is asked for when it is used';
const OF_PERSON = 'account_id = any($1)';

const columns = (names: string) => names.split(/\s+/);

export const PERSON_TABLES: readonly ({ part: string } & ExportedTable)[] = [
  {
    part: 'account',
    table: 'accounts',
    shown: columns(
      `id email name language time_zone created_at email_proven_at proven_login_at keys_in_doubt_since
      deletion_requested_at closed_at page_opened_at keep_files_days certificates_left certificates_granted
      max_rate_per_minute max_monthly_quota`,
    ),
    withheld: { password_hash: SECRET },
    about: 'id = any($1)',
    order: 'id',
  },
  {
    part: 'sessions',
    table: 'sessions',
    shown: columns('id created_at last_seen_at expires_at ip user_agent account_id'),
    withheld: { token_hash: SECRET },
    about: OF_PERSON,
    order: 'created_at',
  },
  {
    part: 'passkeys',
    table: 'passkeys',
    shown: columns('id name transports is_backed_up counter created_at last_used_at account_id'),
    withheld: {
      credential_id: 'the device itself keeps it',
      public_key: 'the device itself keeps its private half',
    },
    about: OF_PERSON,
    order: 'created_at',
  },
  {
    part: 'authenticator_app',
    table: 'second_factors',
    shown: columns('account_id'),
    withheld: { secret: SECRET, pending_secret: SECRET, last_step: 'the number of the last code' },
    about: `${OF_PERSON} and secret is not null`,
    order: 'account_id',
  },
  {
    part: 'recovery_codes',
    table: 'recovery_codes',
    shown: columns('account_id'),
    withheld: { code_hash: SECRET },
    about: OF_PERSON,
    order: 'account_id',
  },
  {
    part: 'address_changes',
    table: 'address_changes',
    shown: columns('email expires_at account_id'),
    withheld: { token_hash: SECRET, basis: HASH },
    about: OF_PERSON,
    order: 'expires_at',
  },
  {
    part: 'password_resets',
    table: 'password_resets',
    shown: columns('email expires_at account_id'),
    withheld: { token_hash: SECRET },
    about: OF_PERSON,
    order: 'expires_at',
  },
  {
    part: 'sign_ups',
    table: 'sign_ups',
    shown: columns('email name language time_zone expires_at'),
    withheld: { token_hash: SECRET },
    about: 'lower(email) in (select lower(a.email) from accounts a where a.id = any($1))',
    order: 'expires_at',
  },
  {
    part: 'keys',
    table: 'api_keys',
    shown: columns(
      'id name livemode scopes rate_per_minute monthly_quota created_at expires_at revoked_at revoked_reason account_id',
    ),
    withheld: {},
    about: OF_PERSON,
    order: 'created_at, id',
  },
];

/** Tables about people or keys that the export does not read, with the reason. */
export const NOT_READ: Readonly<Record<string, string>> = {
  api_key_secrets: 'hashes and last characters of keys',
  passkey_challenges: 'random numbers, for minutes',
};
