/**
 * Where the data of a member is, and what happens to it when the member is forgotten; `export/member-tables.ts` shows
 * it to the member. A test compares the list with the schema: a new column is listed here or, with a reason, among
 * those that hold nothing about a member (`tests/security/gone/other-columns.ts`).
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
  /** `row`: erased with the member's own row. `papers`: erased with certificates and answers (`forget-person.ts`). */
  forget: Forget | 'row' | 'papers';
  /**
   * What merging does with the data: it moves to the remaining member (`$1` to `$2`), or is treated as when
   * anonymising.
   */
  merge: 'forget' | { move: string };
};

const OF_MEMBERSHIPS = 'membership_id in (select id from memberships where member_id = $1)';

const deleted = (table: string) => `delete from ${table} where member_id = $1`;

/** The order matters: records named by a row are read before the row is deleted. */
export const PERSON_DATA: readonly PersonPlace[] = [
  {
    table: 'awards',
    columns: ['activity', 'evidence', 'decision_reason', 'external_id', 'metadata', 'reporters'],
    // The names of certificates in the evidence stay, because a fingerprint does not identify a person. The reporters
    // may include a person with the member's address; they are removed, because nobody decides about an anonymised
    // member any more.
    forget: `update awards set reporters = null, decision_reason = null, external_id = null, metadata = '{}',
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
    columns: ['reason', 'decision_reason', 'reporters'],
    forget: `update renewals set reporters = null, reason = null, decision_reason = null where ${OF_MEMBERSHIPS}`,
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
  {
    table: 'reviews',
    columns: ['decision_reason', 'reporters'],
    forget: `update reviews set decision_reason = null, reporters = null where ${OF_MEMBERSHIPS}`,
    merge: 'forget',
  },
  {
    table: 'member_evidence',
    columns: ['note'],
    forget: 'update member_evidence set note = null where member_id = $1',
    merge: 'forget',
  },
  {
    table: 'watches',
    columns: ['named'],
    // A trigger blanks what the watcher typed and ends the watch. The watcher learns only that the watch has ended.
    forget: 'update watches set member_id = null where member_id = $1',
    merge: {
      move: `update watches w set member_id = $2 where member_id = $1
        and not exists (select from watches o where (o.account_id, o.livemode, o.member_id) = (w.account_id, w.livemode, $2))`,
    },
  },
  { table: 'member_sessions', columns: ['token_hash'], forget: deleted('member_sessions'), merge: 'forget' },
  { table: 'member_browsers', columns: ['token_hash'], forget: deleted('member_browsers'), merge: 'forget' },
  { table: 'member_links', columns: ['token_hash'], forget: deleted('member_links'), merge: 'forget' },
  {
    table: 'member_codes',
    columns: ['email', 'subject', 'code_mac'],
    // Log-in codes name no member: they are keyed hashes, kept for ten minutes.
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
    // A member under a hold cannot be anonymised, so these holds have ended. Their reasons may name the person.
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
  // The data of certificates that are evidence of this member alone, or that were issued to the member.
  {
    table: 'certificates',
    columns: ['title', 'description', 'file_name', 'external_id', 'metadata', 'tags'],
    forget: 'papers',
    merge: 'forget',
  },
  { table: 'certificate_search', columns: ['search_text'], forget: 'papers', merge: 'forget' },
  { table: 'certificate_words', columns: ['words'], forget: 'papers', merge: 'forget' },
  { table: 'batch_lots', columns: ['items'], forget: 'papers', merge: 'forget' },
  { table: 'webhook_deliveries', columns: ['body', 'answer'], forget: 'papers', merge: 'forget' },
  { table: 'idempotency_keys', columns: ['body', 'headers'], forget: 'papers', merge: 'forget' },
];

/** Everything that refers to the member, except the member's own row and the tables of the first product. */
export async function forgetPlaces(tools: ForgetTools, who: Who, member: Member): Promise<void> {
  for (const { table, forget } of PERSON_DATA) {
    if (forget === 'row' || forget === 'papers') continue;
    if (typeof forget === 'string') await tools.query(forget, [member.id], `forget-${table}-of`);
    else await forget(tools, who, member);
  }
}

/** Moves the data that goes to the remaining member. */
export async function movePlaces(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
  into: MemberId,
): Promise<void> {
  for (const { table, merge } of PERSON_DATA)
    if (merge !== 'forget') await query(merge.move, [from, into], `move-${table}`);
}
