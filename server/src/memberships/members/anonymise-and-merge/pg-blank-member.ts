/** Blanks what is kept beside a member and may identify the person. What counts or proves something stays. */

import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';
import { forgetBadges } from '../../badges/pg-badges.ts';
import { forgetOwnPage } from '../../own-page/pg-forget-member.ts';
import { blankPostedRows } from '../../posted-tables/pg-posted-rows.ts';

/**
 * Activities, evidence, reasons, notes, metadata and posted rows. Days, points, states, ids and hashes are kept; so
 * are snapshots of renewals, which hold neither names nor notes.
 */
export async function blankWhatHangsOn(tools: Pick<Tools, 'query'>, memberId: MemberId): Promise<void> {
  await tools.query(AWARDS, [memberId], 'blank-awards');
  await tools.query(TERMS, [memberId], 'blank-terms');
  await tools.query(RENEWALS, [memberId], 'blank-renewals');
  await tools.query(MEMBERSHIPS, [memberId], 'blank-memberships');
  await forgetBadges(tools, memberId);
  await blankPostedRows(tools, memberId);
  await forgetOwnPage(tools, memberId);
}

/** Of evidence certificates stay: a hash is not a person. An external id may be anything about one. */
const AWARDS = `update awards set decision_reason = null, external_id = null, metadata = '{}',
    activity = case when activity is not null then '{"title": "", "provider": null, "kind": null}'::jsonb end,
    evidence = (select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(evidence) item where item ? 'certificate_id')
  where member_id = $1`;

/** Reasons of waivers and extensions may be data about health. */
const TERMS = `update membership_terms t set extend_reason = null,
    waivers = (select coalesce(jsonb_object_agg(key, value || '{"reason": ""}'), '{}') from jsonb_each(t.waivers)),
    checklist = (select coalesce(jsonb_object_agg(key, value || '{"note": null}'), '{}') from jsonb_each(t.checklist))
  where t.membership_id in (select id from memberships where member_id = $1)`;

const RENEWALS = `update renewals set reason = null, decision_reason = null
  where membership_id in (select id from memberships where member_id = $1)`;

const MEMBERSHIPS = `update memberships set suspend_reason = null, end_reason = null, external_id = null, metadata = '{}'
  where member_id = $1`;
