/** Collects what a member sees. Nothing is cached, so it is always current. */

import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { listOwnDraws } from '../draws/own-draws.ts';
import type { Member } from '../members/member.ts';
import { showQuietly } from '../members/member-record.ts';
import { findProgram } from '../programs/pg-programs.ts';
import type { Program } from '../programs/program.ts';
import { showEligibility } from '../renewals/show-eligibility.ts';
import { buildTranscript } from '../transcripts/build-transcript.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import { listOwnWatches } from '../watches/own-watches.ts';
import { awardsOf } from './award-overview.ts';
import type { MemberSession } from './entrance/pg-sessions.ts';
import type { Overview } from './overview-schema.ts';
import type { PageSettings } from './pg-page-settings.ts';
import { readReports } from './reports/pg-evidence.ts';
import { listOwnRequests } from './requests/pg-requests.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'serverKeys'>;

export async function readOverview(
  tools: Ports,
  who: Who,
  { member, openedBy }: MemberSession,
  council: PageSettings,
  baseUrl: string,
): Promise<Overview> {
  const today = await todayOf(tools, who, { memberId: member.id });
  const transcript = await buildTranscript(tools, who, member.id, {});
  const programs = await readPrograms(tools, who, transcript);
  return {
    member: await memberPart(tools, who, member, baseUrl),
    opened_by: openedBy,
    as_of: today,
    council: { name: council.name, privacy_notice: council.privacyNotice ?? null },
    memberships: await membershipParts(tools, who, transcript, programs),
    awards: await awardsOf(tools, who, member, transcript, { council: council.name, baseUrl }),
    reports: await readReports(tools, who, member.id),
    watches: await listOwnWatches(tools, member.id),
    draws: await listOwnDraws(tools, who, member.id, baseUrl),
    requests: await listOwnRequests(tools, who, member.id),
  };
}

/** Uses the same function as for keys without `members:identify`, so CURP and RFC are masked. */
async function memberPart(tools: Ports, who: Who, member: Member, baseUrl: string) {
  const [record] = await showQuietly(tools, who, [member], baseUrl);
  if (record === undefined) throw new Error(`${member.id} is gone`);
  return {
    id: record.id,
    livemode: record.livemode,
    member_number: record.member_number,
    given_name: record.given_name ?? '',
    first_surname: record.first_surname ?? '',
    second_surname: record.second_surname,
    email: record.email,
    phone: record.phone,
    curp: record.curp,
    rfc: record.rfc,
    professional_license: record.professional_license,
    specialty: record.specialty,
    specialty_license: record.specialty_license,
    locale: record.locale,
    status: record.status,
    consent: record.consent,
    public_profile: record.public_profile,
    public_fields: [...record.public_fields],
    public_url: record.public_url ?? '',
  };
}

/** The programs with their newest rules, because what a member reports today is judged by these. */
async function readPrograms(tools: Ports, who: Who, { programs }: Transcript): Promise<Map<string, Program>> {
  const found = await Promise.all(programs.map(({ id }) => findProgram(tools, who, id as never)));
  return new Map(found.flatMap((program) => (program === undefined ? [] : [[program.id, program]])));
}

/** The member's memberships. Those that have ended are left out, unless there are no others. */
async function membershipParts(
  tools: Ports,
  who: Who,
  { memberships }: Transcript,
  programs: ReadonlyMap<string, Program>,
): Promise<Overview['memberships']> {
  const open = memberships.filter(({ status }) => status !== 'ended');
  const shown = open.length > 0 ? open : memberships.slice(-1);
  const parts: Overview['memberships'] = [];
  for (const membership of shown) {
    const program = programs.get(membership.program_id);
    const eligibility = await showEligibility(tools, who, membership.id);
    const { evaluation, reasons } = eligibility;
    parts.push({
      id: membership.id,
      program_id: membership.program_id,
      program: program?.name ?? '',
      unit: program?.unit ?? '',
      standing: membership.standing,
      valid: membership.valid,
      valid_until: membership.valid_until,
      closes_on: eligibility.closes_on,
      term: {
        number: evaluation.term,
        starts_on: evaluation.starts_on,
        ends_on: evaluation.ends_on,
        extended_until: evaluation.extended_until ?? null,
      },
      met: evaluation.met,
      counted: evaluation.counted,
      missing_points: evaluation.missing_points,
      requirements: evaluation.requirements.map(({ code, name, min, have, missing, met }) => ({
        code,
        name,
        min,
        have,
        missing,
        met,
      })),
      checklist: eligibility.checklist.map(({ name, done }) => ({ name, done })),
      categories: leavesOf(program),
      renewal: {
        can_ask: !reasons.some(({ code }) => KEEPS_FROM_ASKING.has(code)),
        is_asked: eligibility.renewal_id !== null,
        opens_on: eligibility.opens_on,
        reasons: reasons.map((reason) => ({
          code: reason.code,
          name: 'name' in reason ? reason.name : null,
          missing: 'missing' in reason ? reason.missing : null,
        })),
      },
    });
  }
  return parts;
}

/**
 * Refusals that also prevent a member from asking for a renewal. Missing points or documents only prevent its approval.
 */
const KEEPS_FROM_ASKING = new Set([
  'membership_ended',
  'member_deceased',
  'renewal_not_open',
  'renewal_open',
]);

function leavesOf(program: Program | undefined): { code: string; name: string }[] {
  const categories = program?.rules.categories ?? [];
  const parents = new Set(categories.map(({ parent }) => parent));
  return categories.filter(({ code }) => !parents.has(code)).map(({ code, name }) => ({ code, name }));
}
