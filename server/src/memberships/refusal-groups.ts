/** Groups of refusal codes that several operations declare. */

import type { Refusable } from '../http/error-responses.ts';

/** Refusals of a member's fields: a value that another member has, an invalid identifier, or a missing consent. */
export const OF_A_MEMBER = [
  'member_number_taken',
  'curp_taken',
  'rfc_taken',
  'license_taken',
  'external_id_taken',
  'invalid_curp',
  'invalid_rfc',
  'consent_missing',
] as const satisfies readonly Refusable[];

/** Refusals of a new or changed award. */
export const OF_AN_AWARD = [
  'already_awarded',
  'course_not_accredited',
  'term_decided',
  'member_anonymised',
  'external_id_taken',
  'unknown_category',
  'no_membership',
  'points_exceed_course',
  'completed_on_out_of_range',
  'requirements_not_met',
] as const satisfies readonly Refusable[];

/** Refusals of a requested renewal. */
export const OF_A_RENEWAL = [
  404,
  'invalid_transition',
  'renewal_open',
  'member_anonymised',
  'renewal_not_open',
  'renewal_not_eligible',
  'anchor_missing',
] as const satisfies readonly Refusable[];

/** Refusals of a document that is made and certified at once. */
export const OF_A_DOCUMENT = [
  402,
  'storage_full',
  404,
  'diploma_not_ready',
  502,
] as const satisfies readonly Refusable[];
