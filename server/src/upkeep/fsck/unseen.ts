/**
 * Lists columns in which `sello fsck` cannot find every changed value, with the reason; `sello fsck --help` prints the
 * list. `tests/integration/upkeep/fsck.test.ts` changes every other column of the schema, so a new column is either
 * checked or listed here.
 */

type Unseen = {
  because: string;
  /** The names of the columns, by table. */
  columns: Readonly<Record<string, string>>;
};

export const UNSEEN: readonly Unseen[] = [
  {
    because: 'a person chose it and certifying writes the same row, so the row has no digest',
    columns: {
      accounts: 'email name password_hash language time_zone shows_name',
    },
  },
  {
    because: 'no hash covers it; for a day the answer that is kept for an Idempotency-Key does',
    columns: {
      certificates: 'description file_mime external_id metadata seal stamp_size stated_size tags',
      public_pages: 'account_id certificate_id hides_names is_off views',
      batch_lots: 'items',
      batches: 'shares_stamp',
    },
  },
  {
    because: 'a time by our own clock, which no signature covers',
    columns: {
      accounts: 'page_opened_at email_proven_at proven_login_at keys_in_doubt_since',
      allowance_reservations: 'created_at',
      anchors: 'signed_at mined_at final_at',
      batches: 'created_at updated_at',
      blob_keys: 'created_at',
      calendar_stamps: 'next_try_at written_at pending_at complete_at',
      certificates: 'file_erased_at changed_at',
      chain_problems: 'seen_at',
      chains: 'seen_at',
      checkpoint_stamps: 'period_start ordered_at next_try_at',
      checkpoints: 'created_at',
      kept_revocation: 'day kept_at',
      log_state: 'first_key_retired_at',
      migrations: 'applied_at',
      stamp_renewals: 'ordered_at next_try_at',
      url_keys: 'created_at',
    },
  },
  {
    because: 'the hash of the ledger covers it to the millisecond, but not its microseconds',
    columns: { ledger_entries: 'at' },
  },
  {
    because: 'it lives for some days at most',
    columns: {
      address_changes: 'token_hash email basis expires_at',
      attempts: 'subject attempts window_ends_at',
      blob_erasures: 'account_id sha256 created_at',
      dashboard_uploads: 'account_id uploaded_ms',
      duties: 'name number holder taken_at',
      idempotency_keys: 'owner created_at headers body',
      passkey_challenges: 'holder purpose challenge_hash expires_at',
      password_resets: 'token_hash email expires_at',
      sessions:
        'token_hash id created_at expires_at user_agent ip last_seen_at sso_issuer sso_subject sso_session sso_id_token sso_proven_at operator_proven_at',
      sign_ups: 'token_hash email name language time_zone expires_at',
      sso_used: 'hash expires_at',
    },
  },
  {
    because: 'a note for people who look for a failure, which lives for 30 days',
    columns: {
      answered_requests: 'day account_id request_id key_id livemode at method path status error ms',
    },
  },
  {
    because: 'a count with nothing to compare it with: only that it is possible is checked',
    columns: {
      api_key_usage: 'chunk_ms month_calls last_used_at',
      usage_days: 'day certificates',
    },
  },
  {
    because: 'a mark whose change only makes Sello look, count, send or store again',
    columns: {
      batches: 'outages next_try_at',
      certificate_counts: 'erasures erased_to watched news',
      membership_tallies: 'is_new',
      membership_terms: 'is_stale',
      search_progress: 'account_id livemode indexed_to changes',
    },
  },
  {
    because: 'an index for searching: other words are found, other places of words are not',
    columns: { certificate_words: 'account_id livemode number words' },
  },
  {
    because: 'looks like what a crash leaves, which is a note and no problem',
    columns: { allowance_reservations: 'owner', batches: 'owner' },
  },
  {
    because:
      'how far webhooks have delivered: too low, events are sent again; too high, the list of events has them',
    columns: {
      event_counts: 'account_id livemode total last_at watched news',
      log_reorganisations: 'network number from_size to_size at',
      told_events: 'account_id subject at',
      webhook_cursors:
        'webhook_id account_id livemode created_through network stage certified_through events_through awaits due_at claimed_by streak paused_until failing_since is_slow',
      webhook_deliveries:
        'id webhook_id account_id livemode event_id event_type status attempts created_at attempted_at next_try_at answer_status answer error duration_ms body',
    },
  },
  {
    because: 'the latest answer or error of another server, until the next one replaces it',
    columns: {
      anchors: 'not_shown',
      calendar_stamps: 'tries pending',
      calendars: 'failures failure_code failure_message next_try_at',
      chain_problems: 'network problems',
      chains: 'head_number',
      checkpoint_stamps: 'tries failure_code failure_message order_id',
      cosigners: 'is_asked failures failure_code failure_message next_try_at',
      operator_notes: 'name noted_at details',
      stamp_renewals: 'tries order_id',
    },
  },
  {
    because: 'a number within the database that nothing else names',
    columns: { allowance_reservations: 'id', anchors: 'id', calendar_stamps: 'id' },
  },
];

/** Columns in which a change is found only in some rows, or only in some bytes. */
const SEEN_IN_PART: Readonly<Record<string, string>> = {
  'calendar_stamps.header':
    'the rest is covered by the proof of work of a real block, where one can be asked',
  'certificate_tokens.tsr': 'the status around the token is not signed',
  'certificates.file_size': 'once the file is erased, nothing tells its size',
  'certificates.title, file_name': 'not a change of case alone (A for a)',
  'checkpoint_stamps.tsr, stamp_renewals.tsr': 'bytes that its signature does not cover',
  'idempotency_keys.fingerprint': 'only of answers about certificates',
  'membership_terms.met, counted, missing_points': 'not of a void term, where nobody reads them',
};

/** The text for `sello fsck --help`. */
export function unseenText(): string {
  const lines = UNSEEN.flatMap(({ because, columns }) => [
    '',
    `  ${because}:`,
    ...Object.entries(columns).map(([table, names]) => `    ${table}: ${names.replaceAll(' ', ', ')}`),
  ]);
  return [
    'A changed value is found in every column of the database but these:',
    ...lines,
    '',
    '  Found in part:',
    ...Object.entries(SEEN_IN_PART).map(([column, because]) => `    ${column}: ${because}`),
    '',
    'Nor does it find what somebody changes who has all rights in the database and knows how: digests and hash chains',
    'can be rewritten. Checkpoints that others keep, and a chain that you do not run, reveal that.',
  ].join('\n');
}
