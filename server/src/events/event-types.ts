/** The names of all events, in the order of the documentation. */

/** Events that are derived from certificates and anchors. No row is written for them. */
const DERIVED_TYPES = ['certificate.created', 'certificate.certified', 'certificate.reorganised'] as const;

/** Events that are written in the transaction of the change that they report. */
export const WRITTEN_TYPES = [
  'certificate.sealed',
  'certificate.file_erased',
  'batch.completed',
  'allowance.low',
  'allowance.granted',
  'allowance.refused',
  'key.created',
  'key.revoked',
  'key.expiring',
  'webhook.disabled',
  'person.invited',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'member.created',
  'member.updated',
  'member.anonymised',
  'membership.created',
  'membership.suspended',
  'membership.ended',
  'membership.grace',
  'membership.lapsed',
  'term.met',
  'term.ending',
  'term.unmet_at_end',
  'course.proposed',
  'course.accredited',
  'course.refused',
  'course.closed',
  'roster.completed',
  'award.created',
  'award.approved',
  'award.rejected',
  'award.revoked',
  'diploma.certified',
  'diploma.failed',
  'renewal.requested',
  'renewal.approved',
  'renewal.rejected',
  'renewal.contradicted',
  'clock.ready',
  'draw.sealed',
  'draw.drawn',
  'draw.cancelled',
  'review.drawn',
  'review.evidence_sent',
  'review.decided',
  'watch.accepted',
  'watch.declined',
  'watch.ended',
  'watch.membership_lapsed',
  'watch.membership_suspended',
  'watch.membership_revoked',
  'watch.membership_reinstated',
  'watch_address.confirmed',
  'watch_address.unsubscribed',
] as const;

export const EVENT_TYPES = [...DERIVED_TYPES, ...WRITTEN_TYPES] as const;

export type WrittenType = (typeof WRITTEN_TYPES)[number];

/** For how many days events are kept, counted from their time. */
const KEPT_DAYS = 30;

export function horizonOf(now: Date): Date {
  return new Date(now.getTime() - KEPT_DAYS * 86_400_000);
}
