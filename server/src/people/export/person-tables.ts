/**
 * What an export of a person who logs in shows; `$1` is the person's id. A test compares this list with the schema:
 * every column about people must be shown, or be withheld with a reason.
 */

import type { ExportedTable } from '../../database/exported-rows.ts';

const SECRET = 'lets in anyone who has it';
const HASH = 'a hash of the id that is presented when it is used';
const COPY = 'a copy of the first owner for programs of the last release';
const OF_PERSON = 'person_id = any($1)';
const OWNED = `select s.account_id from seats s where s.person_id = any($1) and s.role = 'owner'`;
const ADDRESSES = 'select lower(p.email) from people p where p.id = any($1)';

const columns = (names: string) => names.split(/\s+/);

export const PERSON_TABLES: readonly ({ part: string } & ExportedTable)[] = [
  {
    part: 'person',
    table: 'people',
    shown: columns(
      `id email name language time_zone created_at email_proven_at proven_login_at keys_in_doubt_since accounts_opened`,
    ),
    withheld: { password_hash: SECRET },
    about: 'id = any($1)',
    order: 'id',
  },
  {
    part: 'seats',
    table: 'seats',
    shown: columns('account_id person_id role created_at last_seen_at'),
    withheld: { invited_by: 'another person or a key' },
    about: OF_PERSON,
    order: 'created_at, account_id',
  },
  {
    part: 'invitations',
    table: 'invitations',
    shown: columns('id account_id email role created_at expires_at accepted_at revoked_at'),
    withheld: { secret_hash: SECRET, invited_by: 'another person or a key' },
    about: `lower(email) in (${ADDRESSES})`,
    order: 'created_at, id',
  },
  {
    part: 'accounts',
    table: 'accounts',
    shown: columns(
      `id name time_zone created_at suspended_at deletion_requested_at closed_at page_opened_at keep_files_days four_eyes require_second_factor shows_name certificates_left
      certificates_granted max_rate_per_minute max_monthly_quota`,
    ),
    withheld: {
      email: COPY,
      language: COPY,
      password_hash: SECRET,
      email_proven_at: COPY,
      proven_login_at: COPY,
      keys_in_doubt_since: COPY,
    },
    about: `id in (${OWNED})`,
    order: 'created_at, id',
  },
  {
    part: 'sessions',
    table: 'sessions',
    shown: columns(
      `id created_at last_seen_at expires_at ip user_agent account_id person_id sso_issuer sso_subject sso_session
      sso_proven_at operator_proven_at`,
    ),
    withheld: { token_hash: SECRET, sso_id_token: SECRET },
    about: OF_PERSON,
    order: 'created_at',
  },
  {
    part: 'operator',
    table: 'operators',
    shown: columns('person_id added_at is_first'),
    withheld: {},
    about: OF_PERSON,
    order: 'added_at',
  },
  {
    part: 'allowance_requests',
    table: 'allowance_requests',
    shown: columns(
      'id account_id asked_by certificates reason created_at decided_at certificates_granted answer',
    ),
    withheld: {},
    about: 'asked_by = any($1)',
    order: 'created_at, id',
  },
  {
    part: 'identities',
    table: 'identities',
    shown: columns('issuer subject person_id created_at last_login_at'),
    withheld: {},
    about: OF_PERSON,
    order: 'created_at, issuer',
  },
  {
    part: 'passkeys',
    table: 'passkeys',
    shown: columns('id name transports is_backed_up counter created_at last_used_at account_id person_id'),
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
    shown: columns('account_id person_id'),
    withheld: { secret: SECRET, pending_secret: SECRET, last_step: 'the number of the last code' },
    about: `${OF_PERSON} and secret is not null`,
    order: 'person_id',
  },
  {
    part: 'recovery_codes',
    table: 'recovery_codes',
    shown: columns('account_id person_id'),
    withheld: { code_hash: SECRET },
    about: OF_PERSON,
    order: 'person_id',
  },
  {
    part: 'address_changes',
    table: 'address_changes',
    shown: columns('email expires_at account_id person_id'),
    withheld: { token_hash: SECRET, basis: HASH },
    about: OF_PERSON,
    order: 'expires_at',
  },
  {
    part: 'password_resets',
    table: 'password_resets',
    shown: columns('email expires_at account_id person_id'),
    withheld: { token_hash: SECRET },
    about: OF_PERSON,
    order: 'expires_at',
  },
  {
    part: 'sign_ups',
    table: 'sign_ups',
    shown: columns('email name language time_zone expires_at'),
    withheld: { token_hash: SECRET },
    about: `lower(email) in (${ADDRESSES})`,
    order: 'expires_at',
  },
  {
    part: 'keys',
    table: 'api_keys',
    shown: columns(
      'id name livemode scopes rate_per_minute monthly_quota created_at expires_at revoked_at revoked_reason created_by rotated_by account_id organizer_id',
    ),
    withheld: {},
    // The keys that the person made, and all keys of the accounts that the person owns.
    about: `account_id in (${OWNED}) or created_by = any($1)
      and account_id in (select s.account_id from seats s where s.person_id = any($1))`,
    order: 'created_at, id',
  },
];

/** Tables about people or keys that the export does not read, each with the reason. */
export const NOT_READ: Readonly<Record<string, string>> = {
  api_key_secrets: 'hashes and last characters of keys',
  passkey_challenges: 'random numbers, for minutes',
  sso_used: 'hashes of random numbers, for an hour',
};
