type Ways = { ways: Readonly<Record<string, readonly string[]>> };

/**
 * Every way by which data is erased or changed beyond recovery: statements that delete rows or blank what is
 * somebody's, and removals of files. Each one checks for legal holds first (`asks` names the file that does so), or
 * states why it need not.
 */
export const ERASING_WAYS: readonly (Ways & ({ asks: string } | { because: string }))[] = [
  {
    asks: 'certificates/erasing/pg-erasures.ts',
    ways: {
      'certificates/erasing/pg-erasures.ts': ['blank certificates.file_erased_at', 'delete blob_erasures'],
      // Removes only marked files that no other certificate uses.
      'certificates/erasing/erase-files.ts': ['remove file'],
    },
  },
  {
    asks: 'certificates/erasing/pg-forgotten-documents.ts',
    ways: {
      'certificates/erasing/pg-forgotten-documents.ts': [
        'blank certificates.description',
        'blank certificates.external_id',
        'blank certificates.file_erased_at',
        'blank certificates.metadata',
        'blank certificates.tags',
      ],
    },
  },
  {
    asks: 'memberships/members/anonymise-and-merge/anonymise-member.ts',
    ways: {
      'memberships/members/anonymise-and-merge/person-data.ts': [
        'blank awards.decision_reason',
        'blank awards.external_id',
        'blank awards.metadata',
        'blank awards.reporters',
        'blank badges.credential',
        'blank legal_holds.reason',
        'blank members.own_email_key',
        'blank membership_terms.extend_reason',
        'blank memberships.end_reason',
        'blank memberships.external_id',
        'blank memberships.metadata',
        'blank memberships.suspend_reason',
        'blank renewals.decision_reason',
        'blank renewals.reason',
        'blank member_evidence.note',
        'blank renewals.reporters',
        'blank reviews.decision_reason',
        'blank reviews.reporters',
        'delete {table}',
      ],
      'memberships/documents/pg-erase-documents.ts': [
        'blank documents.asked',
        'blank documents.message',
        'blank documents.reason',
        'delete documents',
      ],
      'memberships/posted-tables/pg-posted-rows.ts': ['blank posted_rows.sealed'],
      'operations/idempotency/idempotency.ts': [
        'blank idempotency_keys.body',
        'blank idempotency_keys.headers',
      ],
    },
  },
  {
    asks: 'memberships/members/anonymise-and-merge/merge-members.ts',
    ways: {
      'memberships/own-page/entrance/own-mailbox.ts': ['blank members.own_email_key', 'delete {table}'],
    },
  },
  {
    asks: 'memberships/members/delete-member.ts',
    ways: { 'memberships/members/delete-member.ts': ['delete members'] },
  },
  {
    asks: 'memberships/members/import/undo-import.ts',
    ways: {
      'memberships/members/import/pg-undo-import.ts': [
        'delete members',
        'delete membership_terms',
        'delete memberships',
      ],
    },
  },
  {
    asks: 'memberships/clocks/delete-clock.ts',
    ways: {
      'memberships/clocks/pg-delete-clock.ts': [
        'delete awards',
        'delete clocks',
        'delete documents',
        'delete ledger_entries',
        'delete member_evidence',
        'delete member_requests',
        'delete members',
        'delete membership_terms',
        'delete memberships',
        'delete renewals',
      ],
    },
  },
  {
    because:
      'What an employer follows, which is the employer’s own list and no evidence; the audit log has that it began and ended.',
    ways: {
      'memberships/watches/mail/pg-watch-addresses.ts': ['delete watch_addresses', 'delete watch_mail_lines'],
      'memberships/watches/mail/pg-watch-mails.ts': ['delete watch_mail_lines'],
      'memberships/watches/pg-tell-watchers.ts': ['delete watch_news'],
      'memberships/watches/pg-watches.ts': ['delete watches'],
    },
  },
  {
    because: 'The draft of a draw, which names no member. A draw that was sealed is never deleted.',
    ways: { 'memberships/draws/pg-draws.ts': ['delete draws'] },
  },
  {
    asks: 'memberships/posted-tables/pg-postings.ts',
    ways: { 'memberships/posted-tables/pg-postings.ts': ['delete posted_rows'] },
  },
  {
    asks: 'people/accounts/pg-close-account.ts',
    ways: {
      'people/accounts/pg-close-account.ts': [
        'blank accounts.name',
        'blank accounts.password_hash',
        'blank accounts.time_zone',
        'delete invitations',
        'delete seats',
        'delete webhooks',
      ],
    },
  },
  {
    because:
      'Ways in, not evidence: sessions, codes, links and factors end; the audit log tells who came in.',
    ways: {
      'memberships/members/pg-members.ts': ['delete member_links', 'delete member_sessions'],
      'memberships/organizers/desk/entrance/pg-desk-sessions.ts': [
        'delete organizer_sessions',
        'delete {table}',
      ],
      'memberships/own-page/entrance/pg-codes.ts': ['delete member_codes'],
      'memberships/own-page/entrance/pg-sessions.ts': [
        'delete {table}',
        'delete member_links',
        'delete member_sessions',
      ],
      'people/address/pg-address-changes.ts': ['delete address_changes', 'delete password_resets'],
      'people/login/pg-sessions.ts': [
        'delete address_changes',
        'delete attempts',
        'delete invitations',
        'delete passkey_challenges',
        'delete password_resets',
        'delete sessions',
        'delete sign_ups',
        'delete sso_used',
      ],
      'people/login/pg-throttle.ts': ['delete attempts'],
      'people/operators/pg-operators.ts': ['delete operators'],
      'people/passkeys/pg-passkeys.ts': [
        'delete passkey_challenges',
        'delete passkeys',
        'delete recovery_codes',
      ],
      'people/passwords/pg-passwords.ts': [
        'delete passkeys',
        'delete password_resets',
        'delete recovery_codes',
        'delete second_factors',
        'delete sessions',
      ],
      'people/persons/pg-persons.ts': ['delete password_resets', 'delete sessions'],
      'people/second-factor/pg-second-factors.ts': ['delete recovery_codes', 'delete second_factors'],
      'people/sso/pg-identities.ts': [
        'delete address_changes',
        'delete passkeys',
        'delete password_resets',
        'delete recovery_codes',
        'delete second_factors',
        'delete sessions',
      ],
      'people/sign-up/pg-sign-ups.ts': ['delete sign_ups'],
      'people/teams/pg-team.ts': ['delete seats', 'delete sessions'],
    },
  },
  {
    because:
      'Name, address and ways in of somebody who logs in: holds cover what accounts have, whose audit logs keep who did what.',
    ways: {
      'people/persons/pg-erase-person.ts': ['delete invitations', 'delete people', 'delete sign_ups'],
    },
  },
  {
    because:
      'Copies for machines, for a short time: answers that may be asked for again, events and deliveries. The records they copy are held.',
    ways: {
      'certificates/pg-certify.ts': ['delete allowance_reservations', 'delete idempotency_keys'],
      'certificates/pg-housekeeping.ts': ['delete idempotency_keys'],
      'certificates/pg-unseen-starts.ts': ['delete allowance_reservations', 'delete idempotency_keys'],
      'certificates/commit/pg-commit-text.ts': ['delete allowance_reservations'],
      // By then every certificate of the batch is made, with its own path to the stamp.
      'certificates/batches/pg-shared-orders.ts': ['delete shared_stamps'],
      // The calls of the stamp have ended, or it is a day old and repeated calls do not find it any more.
      'certificates/shared-stamps/pg-call-orders.ts': ['delete shared_stamps'],
      'events/pg-events.ts': ['delete events', 'delete told_events'],
      'keys/requests/pg-answered-requests.ts': ['delete answered_requests'],
      'operations/check/pg-idempotency-faults.ts': ['delete idempotency_keys'],
      'webhooks/delivery/pg-deliveries.ts': ['delete webhook_deliveries'],
      'webhooks/endpoints/pg-webhooks.ts': ['delete webhooks'],
    },
  },
  {
    because: 'Derived from what stays, and made again from it.',
    ways: {
      'anchoring/pg-mark-anchors.ts': ['delete certificate_proofs'],
      'certificates/check/pg-derive-entries.ts': ['delete log_entries'],
      'certificates/check/pg-repair-codes.ts': [
        'delete certificate_codes',
        'delete certificate_search',
        'delete certificate_words',
      ],
      'certificates/check/pg-repair-places.ts': ['delete log_places', 'delete log_queue'],
      'memberships/awards/pg-write-awards.ts': ['delete award_lines'],
      'memberships/overview/pg-tallies.ts': ['delete membership_tallies'],
      'timestamps/checkpoints/pg-checkpoint-stamps.ts': ['delete checkpoint_stamps'],
      'transparency/check/pg-rebuild-log.ts': ['delete fresh_nodes', 'delete log_nodes'],
      'transparency/pg-log.ts': ['delete log_queue'],
      'transparency/tiles/pg-tile-marks.ts': ['delete log_entries', 'delete log_nodes'],
      'upkeep/partitions/make-partitions.ts': ['delete {REST}'],
      'upkeep/recover/pg-put-back.ts': [
        'blank certificates.external_id',
        'delete certificate_search',
        'delete certificate_words',
        'delete log_queue',
      ],
    },
  },
  {
    because:
      'Named by nothing: files of no certificate, and pieces of the journal that the log has outgrown.',
    ways: {
      'certificates/check/check-leftovers.ts': ['remove file'],
      'upkeep/journal/forget-journal.ts': ['remove file'],
      'upkeep/journal/open-past.ts': ['remove file'],
      'upkeep/recover/accept-loss.ts': ['remove file'],
    },
  },
  {
    because:
      'Ordinary work, which a hold does not stop: drafts, requests that came to nothing, looks that were replaced, and words of a failure that is over.',
    ways: {
      'memberships/council/pg-council.ts': ['delete council_images'],
      'memberships/documents/pg-documents.ts': ['blank documents.message'],
      'memberships/documents/pg-queue.ts': ['delete documents'],
      'memberships/own-page/reminders/pg-reminders.ts': ['delete member_reminders'],
      'memberships/own-page/reports/pg-evidence.ts': ['delete member_evidence'],
      'memberships/own-page/requests/pg-requests.ts': ['blank member_requests.sealed'],
      'memberships/programs/pg-programs.ts': ['delete programs'],
    },
  },
];
