/**
 * Renews all memberships that meet their requirements, some at a time. Each call is one transaction, so after a crash
 * it was done completely or not at all. A renewed membership is no longer a candidate, so the same call may be
 * repeated.
 */

import { type AppError, refusalOf } from '../../kernel/errors.ts';
import type { MemberId, MembershipId, RenewalId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { clockNamed } from '../clocks/clock-filter.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { lockMembership } from '../membership/lock-membership.ts';
import { reasonsAgainst } from './eligibility.ts';
import { readCandidates } from './pg-eligible-memberships.ts';
import { findOpenRenewal } from './pg-renewals.ts';
import { readRenewable } from './renewable.ts';
import { type AskedRenewal, assertMayRequest, requestOf } from './request-renewal.ts';

type AskedMany = Pick<AskedRenewal, 'approve' | 'certify' | 'reason'> & {
  program_id?: string;
  clock_id?: string;
  dry_run?: boolean;
  after?: string;
  limit?: number;
};

type Reason = ReturnType<typeof reasonsAgainst>[number] | { code: 'refused'; message: AppError['text'] };

export type ManyRow = {
  membershipId: MembershipId;
  memberId: MemberId;
  outcome: 'renewed' | 'would_renew' | 'not_eligible';
  renewalId: RenewalId | undefined;
  reasons: readonly Reason[];
};

type Many = { rows: ManyRow[]; left: number };

export const MOST_AT_ONCE = 100;

export async function renewMany(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  { program_id, clock_id, dry_run = false, after = '', limit = MOST_AT_ONCE, ...given }: AskedMany,
): Promise<Many> {
  const asked: AskedRenewal = { ...given, basis: 'requirements' };
  await assertMayRequest(tools, who, asked);
  const clockId = await clockNamed(tools, who, clock_id);
  const today = await todayOf(tools, who, { clockId });
  const page = { programId: program_id, clockId, after, limit };
  const { candidates, left } = await readCandidates(tools, who, today, page);
  // Locks all of them at once and in the order of their ids, as every other change of many members does.
  await lockMembers(
    tools,
    who,
    candidates.map(({ memberId }) => memberId),
  );
  const rows: ManyRow[] = [];
  for (const { id, memberId } of candidates)
    rows.push({ membershipId: id, memberId, ...(await renewOne(tools, who, id, asked, dry_run)) });
  return { rows, left };
}

async function renewOne(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  membershipId: MembershipId,
  asked: AskedRenewal,
  isDryRun: boolean,
): Promise<Pick<ManyRow, 'outcome' | 'renewalId' | 'reasons'>> {
  const renewable = await readRenewable(tools, who, await lockMembership(tools, who, membershipId));
  const waiting = await findOpenRenewal(tools, membershipId);
  const reasons = reasonsAgainst(renewable, waiting?.id);
  // Reasons for a refusal are looked for before anything is written, so that one bad membership does not stop the
  // others.
  const refusal =
    reasons.length > 0 ? undefined : refusalOf(() => renewable.nextDays(renewable.today, renewable.today));
  const all: Reason[] = refusal === undefined ? reasons : [{ code: 'refused', message: refusal.text }];
  if (all.length > 0) return { outcome: 'not_eligible', renewalId: undefined, reasons: all };
  if (isDryRun) return { outcome: 'would_renew', renewalId: undefined, reasons: [] };
  const renewalId = await requestOf(tools, who, renewable, asked);
  return { outcome: 'renewed', renewalId, reasons: [] };
}
