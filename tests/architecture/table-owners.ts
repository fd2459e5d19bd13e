/** The capability that owns each table. No other reads or writes it, except as listed below. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  database: ['duties', 'operator_notes', 'url_keys'],
  transparency: [
    'checkpoints',
    'cosignatures',
    'cosigners',
    'log_entries',
    'log_keys',
    'log_nodes',
    'log_places',
    'log_queue',
    'log_state',
  ],
  anchoring: [
    'anchors',
    'calendar_stamps',
    'calendars',
    'chain_problems',
    'chains',
    'log_reorganisations',
    'log_witnesses',
  ],
  files: ['blob_keys'],
  audit: ['audit_events', 'audit_heads'],
  events: ['event_counts', 'events', 'told_events'],
  timestamps: ['checkpoint_stamps', 'kept_revocation', 'revocation_answers'],
  people: [
    'accounts',
    'address_changes',
    'attempts',
    'passkey_challenges',
    'passkeys',
    'password_resets',
    'recovery_codes',
    'second_factors',
    'sessions',
    'sign_ups',
  ],
  keys: ['api_key_secrets', 'api_key_usage', 'api_keys', 'dashboard_uploads', 'usage_days'],
  certificates: [
    'allowance_reservations',
    'batch_lots',
    'batches',
    'blob_erasures',
    'certificate_codes',
    'certificate_counts',
    'certificate_search',
    'certificate_tokens',
    'certificate_tokens_rest',
    'certificate_words',
    'certificates',
    'idempotency_keys',
    'search_progress',
    'signing_chains',
  ],
  proofs: ['certificate_proofs'],
  memberships: [
    'award_lines',
    'awards',
    'badge_keys',
    'badges',
    'council_images',
    'councils',
    'courses',
    'documents',
    'ledger_entries',
    'member_codes',
    'member_evidence',
    'member_links',
    'member_reminders',
    'member_requests',
    'member_sessions',
    'members',
    'membership_numbers',
    'membership_tallies',
    'membership_terms',
    'memberships',
    'posted_rows',
    'postings',
    'program_versions',
    'programs',
    'renewals',
  ],
  webhooks: ['webhook_cursors', 'webhook_deliveries', 'webhooks'],
};

/** `where` is a capability or one of its files. Each exception is a join or a statement that saves a round trip or a race. */
export const EXCEPTIONS: readonly { where: string; tables: readonly string[]; because: string }[] = [
  { where: 'upkeep', tables: ['*'], because: 'checking and saving is reading what others keep' },
  {
    where: 'database/snapshot.ts',
    tables: ['certificate_tokens'],
    because: 'a snapshot holds off that a partition is replaced under it, before anything is read',
  },
  { where: 'telemetry', tables: ['*'], because: 'counts what there is, in one statement' },
  {
    where: 'audit/pg-audit.ts',
    tables: ['accounts', 'api_keys', 'members'],
    because:
      'actors are kept by id; their names are looked up when the log is read, so that an erased name is gone',
  },
  {
    where: 'timestamps/checkpoints/pg-checkpoint-stamps.ts',
    tables: ['signing_chains'],
    because: 'checkpoints are stamped under the same chains as certificates, and each chain is stored once',
  },
  {
    where: 'timestamps/revocation/pg-kept-revocation.ts',
    tables: ['signing_chains'],
    because:
      'the signers to ask about are those of the stamps; noting them apart would cost every certificate a statement',
  },
  {
    where: 'people/accounts',
    tables: ['api_keys', 'api_key_usage', 'certificate_counts', 'certificate_search', 'webhooks'],
    because:
      'making and closing an account is all or nothing; the first page of the dashboard is one statement',
  },
  {
    where: 'keys/usage/pg-usage.ts',
    tables: ['accounts'],
    because: 'counts that arrive after an account is gone must not fail the others of the batch',
  },
  {
    where: 'keys/pg-change-keys.ts',
    tables: ['accounts'],
    because: 'keys of one account are made one after the other, so that none passes the ceiling',
  },
  {
    where: 'certificates',
    tables: ['accounts', 'log_queue'],
    because:
      'the statement that writes a certificate takes from the allowance and queues the leaf, or does neither',
  },
  {
    where: 'certificates/pg-certificates.ts',
    tables: ['anchors', 'chains', 'log_witnesses'],
    because: "a certificate's status is derived from the anchors in the statement that reads it",
  },
  {
    where: 'memberships/operations',
    tables: ['accounts', 'idempotency_keys'],
    because:
      'a change, its idempotency key and its answer are one transaction; days are of the time zone of the account',
  },
  {
    where: 'memberships/council/pg-council.ts',
    tables: ['accounts'],
    because:
      'a council without a name of its own has that of the account; changes of its look wait for each other',
  },
  {
    where: 'memberships/documents/pg-issued-documents.ts',
    tables: ['accounts'],
    because: 'the page of a document is one more statement; days are of the time zone of the account',
  },
  {
    where: 'memberships/operations/pg-own-certificates.ts',
    tables: ['certificates'],
    because: 'a certificate named as evidence is looked for in the transaction that names it',
  },
  {
    where: 'webhooks/feed',
    tables: [
      'accounts',
      'anchors',
      'certificate_counts',
      'certificate_search',
      'certificates',
      'event_counts',
      'log_reorganisations',
      'log_witnesses',
    ],
    because:
      'events of certificates are derived from their numbers and from the anchors; where an account stands is one statement',
  },
  {
    where: 'webhooks/endpoints/pg-cursors.ts',
    tables: ['certificate_counts', 'event_counts'],
    because: 'the counters of an account know whether an endpoint watches them',
  },
  {
    where: 'webhooks/endpoints/pg-webhooks.ts',
    tables: ['accounts'],
    because: 'endpoints of one account are made one after the other, so that none passes the ceiling',
  },
  {
    where: 'webhooks/delivery/pg-claims.ts',
    tables: ['certificate_counts', 'event_counts', 'log_reorganisations', 'log_witnesses'],
    because:
      'taking the news of an account and waking its endpoints is one statement, so that no crash loses it',
  },
  {
    where: 'memberships/own-page',
    tables: ['accounts'],
    because: 'the page of a member names its council and is shut with the account, each in one statement',
  },
  {
    where: 'memberships/public-page/pg-public-members.ts',
    tables: ['accounts'],
    because: 'the page behind a code names its council, in one statement',
  },
  {
    where: 'anchoring/pg-mark-anchors.ts',
    tables: ['certificate_proofs'],
    because: 'a reorganisation forgets the proofs over its block in the same statement',
  },
  {
    where: 'proofs/pg-proofs.ts',
    tables: ['anchors'],
    because: 'a proof is kept only while its anchor is final, judged in the statement that keeps it',
  },
  {
    where: 'proofs/public-page/pg-public.ts',
    tables: ['accounts', 'certificate_codes', 'checkpoints'],
    because: 'the page behind a code is one statement, and notes the first look at it with the account',
  },
];
