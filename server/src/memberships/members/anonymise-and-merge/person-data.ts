/**
 * Where the data of a member is stored, and how each place is treated when the member is anonymised or merged.
 * `export/member-tables.ts` shows the data to the member. A test compares the list with the schema: a new column must
 * be listed here or, with a reason, among those that hold nothing about a member
 * (`tests/security/gone/other-columns.ts`).
 */

import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import type { Member } from '../member.ts';
import { forgetPostedRows } from './forget-posted-rows.ts';

export type ForgetTools = Pick<Tools, 'query' | 'now' | 'serverKeys'>;

/** How the data of the member `$1` is erased when the person is forgotten: one statement, or a function. */
type Forget = string | ((tools: ForgetTools, who: Who, member: Member) => Promise<void>);

type PersonPlace = {
  table: string;
  columns: readonly string[];
  /**
   * `row`: emptied together with the member's own row. `papers`: erased together with certificates and answers
   * (`forget-person.ts`).
   */
  forget: Forget | 'row' | 'papers';
  /**
   * How merging treats the data: it moves to the member that stays (from `$1` to `$2`), or is erased as when
   * anonymising.
   */
  merge: 'forget' | { move: string };
};

const OF_MEMBERSHIPS = 'membership_id in (select id from memberships where member_id = $1)';

const deleted = (table: string) => `delete from ${table} where member_id = $1`;

/** The places in the order in which they are erased. Whatever a row refers to is read before the row is deleted. */
export const PERSON_DATA: readonly PersonPlace[] = [
  {
    table: 'awards',
    columns: ['activity', 'evidence', 'decision_reason', 'external_id', 'metadata'],
    // Certificates stay as evidence, because a fingerprint does not identify a person.
    forget: `update awards set decision_reason = null, external_id = null, metadata = '{}',
        activity = case when activity is not null then '{"title": "", "provider": null, "kind": null}'::jsonb end,
        evidence = (select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(evidence) item where item ? 'certificate_id')
      where member_id = $1`,
    merge: 'forget',
  },
  {
    table: 'membership_terms',
    columns: ['extend_reason', 'waivers', 'checklist'],
    // Reasons of waivers and extensions may be data about health.
    forget: `update membership_terms t set extend_reason = null,
        waivers = (select coalesce(jsonb_object_agg(key, value || '{"reason": ""}'), '{}') from jsonb_each(t.waivers)),
        checklist = (select coalesce(jsonb_object_agg(key, value || '{"note": null}'), '{}') from jsonb_each(t.checklist))
      where t.${OF_MEMBERSHIPS}`,
    merge: 'forget',
  },
  {
    table: 'renewals',
    columns: ['reason', 'decision_reason'],
    forget: `update renewals set reason = null, decision_reason = null where ${OF_MEMBERSHIPS}`,
    merge: 'forget',
  },
  {
    table: 'memberships',
    columns: ['suspend_reason', 'end_reason', 'external_id', 'metadata'],
    forget: `update memberships set suspend_reason = null, end_reason = null, external_id = null, metadata = '{}'
      where member_id = $1`,
    merge: 'forget',
  },
  {
    table: 'badges',
    columns: ['credential'],
    // The bits of these badges in the status lists count as set from now on.
    forget:
      'update badges set credential = null where award_id in (select id from awards where member_id = $1)',
    merge: 'forget',
  },
  {
    table: 'posted_rows',
    columns: ['sealed'],
    forget: forgetPostedRows,
    merge: 'forget',
  },
  { table: 'member_sessions', columns: ['token_hash'], forget: deleted('member_sessions'), merge: 'forget' },
  { table: 'member_browsers', columns: ['token_hash'], forget: deleted('member_browsers'), merge: 'forget' },
  { table: 'member_links', columns: ['token_hash'], forget: deleted('member_links'), merge: 'forget' },
  {
    table: 'member_codes',
    columns: ['email', 'subject', 'code_mac'],
    // Codes to enter do not name a member. They are keyed hashes that live for ten minutes.
    forget: deleted('member_codes'),
    merge: 'forget',
  },
  {
    table: 'member_requests',
    columns: ['sealed', 'fields', 'decision_reason'],
    forget: deleted('member_requests'),
    merge: 'forget',
  },
  {
    table: 'member_evidence',
    columns: ['certificate_id'],
    forget: 'papers',
    merge: { move: 'update member_evidence set member_id = $2 where member_id = $1' },
  },
  {
    table: 'documents',
    columns: ['content', 'asked', 'reason', 'message'],
    forget: 'papers',
    merge: { move: 'update documents set member_id = $2 where member_id = $1' },
  },
  {
    table: 'legal_holds',
    columns: ['reason'],
    // No hold is in force any more at this point. Its reason may name the person, so it is emptied.
    forget: "update legal_holds set reason = '' where target = $1",
    merge: 'forget',
  },
  {
    table: 'members',
    columns: [
      'given_name',
      'first_surname',
      'second_surname',
      'email',
      'email_key',
      'phone',
      'curp_sealed',
      'curp_mac',
      'rfc_sealed',
      'rfc_mac',
      'professional_license',
      'specialty',
      'specialty_license',
      'suspend_reason',
      'consent',
      'public_fields',
      'search_text',
      'external_id',
      'metadata',
    ],
    forget: 'row',
    merge: 'forget',
  },
  {
    table: 'members',
    columns: ['own_email_key'],
    forget: 'update members set own_email_key = null where id = $1',
    merge: 'forget',
  },
  // These certificates are evidence of this member alone, or were issued to the member.
  {
    table: 'certificates',
    columns: ['title', 'description', 'file_name', 'external_id', 'metadata'],
    forget: 'papers',
    merge: 'forget',
  },
  { table: 'certificate_search', columns: ['search_text'], forget: 'papers', merge: 'forget' },
  { table: 'certificate_words', columns: ['words'], forget: 'papers', merge: 'forget' },
  { table: 'batch_lots', columns: ['items'], forget: 'papers', merge: 'forget' },
  { table: 'webhook_deliveries', columns: ['body', 'answer'], forget: 'papers', merge: 'forget' },
  { table: 'idempotency_keys', columns: ['body', 'headers'], forget: 'papers', merge: 'forget' },
];

/** Erases everything that refers to the member, except the member's own row and the tables of certificates. */
export async function forgetPlaces(tools: ForgetTools, who: Who, member: Member): Promise<void> {
  for (const { table, forget } of PERSON_DATA) {
    if (forget === 'row' || forget === 'papers') continue;
    if (typeof forget === 'string') await tools.query(forget, [member.id], `forget-${table}-of`);
    else await forget(tools, who, member);
  }
}

/** Moves the data that the remaining member keeps. */
export async function movePlaces(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
  into: MemberId,
): Promise<void> {
  for (const { table, merge } of PERSON_DATA)
    if (merge !== 'forget') await query(merge.move, [from, into], `move-${table}`);
}
