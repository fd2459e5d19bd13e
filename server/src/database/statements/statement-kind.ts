/** Distinguishes statements that may wait for a standby, directly or behind others, from statements that never do. */

/**
 * Words of statements that may wait. A statement with `share` locks rows, and so waits for transactions that are
 * writing them.
 */
const CHANGES = /\b(?:insert|update|delete|merge|truncate|share|create|alter|drop)\b/i;

/** Functions of the schema that write, except the quick ones below. */
const WRITERS = [
  'abandon_certificate',
  'add_up_tallies',
  'begin_certificate',
  'claim_attempt',
  'claim_attempts',
  'holds_duty',
  'index_certificates',
  'make_first_owner_of',
  'note_watched',
  'pg_logical_emit_message',
  'reclaim_reservations',
  'reserve_certificates',
  'write_audit',
  'write_events',
];

/**
 * These functions count calls and uploads without waiting for the disk or a standby: `synchronous_commit` is off in
 * them. `admit_caller` runs in every read with a key, so they count as reads.
 */
export const QUICK_WRITERS = ['admit_caller', 'claim_upload', 'give_call_back'];

const CALLS_WRITER = new RegExp(`\\b(?:${WRITERS.join('|')})\\(`, 'i');

export function isRead(text: string): boolean {
  return !CHANGES.test(text) && !CALLS_WRITER.test(text);
}
