/** Builds a transcript. Its content depends only on the records and on `as_of`. */

import { invalidField } from '../../http/text-rules.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { toEntryRecord } from '../awards/ledger-operation.ts';
import { readEntries } from '../awards/pg-ledger.ts';
import { endOfDay, todayOf } from '../calendar.ts';
import { dayOf, dayUpTo, fromHundredths } from '../fields.ts';
import { findMember } from '../members/find-member.ts';
import type { Member } from '../members/member.ts';
import { readChains } from '../membership/terms/pg-terms.ts';
import { programNamed } from '../programs/find-program.ts';
import { findProgram } from '../programs/pg-programs.ts';
import { type Chain, standingDaysOf, toEngineTerms } from '../standing/chain.ts';
import { readVersions, type VersionOf } from '../standing/pg-versions.ts';
import { isValid, standingOn } from '../standing/standing.ts';
import { toAwards } from './award-parts.ts';
import { readTitledAwards } from './pg-transcript.ts';
import { type Counted, redoSums, type Sums } from './redo-sums.ts';
import { sealTranscript } from './seal-transcript.ts';
import type { Transcript, TranscriptAsked } from './transcript.ts';
import type { Wanted } from './wanted.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function buildTranscript(
  tools: Ports,
  owner: Owner,
  memberNamed: string,
  asked: TranscriptAsked,
): Promise<Transcript> {
  const member = await findMember(tools, owner, memberNamed);
  const wanted = await readAsked(tools, owner, member.id, asked);
  const before = await endOfDay(tools, owner.accountId, wanted.asOf);
  const entries = (await readEntries(tools, [member.id])).filter(({ at }) => at < before).map(toEntryRecord);
  const chains = (await readChains(tools, [member.id])).filter(
    ({ programId }) => wanted.programId === undefined || programId === wanted.programId,
  );
  const versionOf = await readVersions(
    tools,
    chains.flatMap(({ programId, terms }) =>
      terms.map(({ programVersion }) => ({ programId, version: programVersion })),
    ),
  );
  const sums = redoSums(
    entries,
    chains.map((chain) => toCounted(chain, versionOf)),
    wanted.asOf,
  );
  const last = entries.at(-1);
  return sealTranscript({
    object: 'transcript',
    livemode: owner.livemode,
    as_of: wanted.asOf,
    asked: {
      program_id: wanted.programId ?? null,
      term: asked.term ?? null,
      from: asked.from ?? null,
      to: asked.to ?? null,
    },
    member: toMemberPart(member),
    programs: await toPrograms(tools, owner, chains, versionOf),
    memberships: chains.map((chain) => toMembership(chain, versionOf, sums, wanted)),
    awards: toAwards(await readTitledAwards(tools, member.id, before), entries, sums, wanted),
    ledger: { entries, head: last === undefined ? null : { seq: last.seq, hash: last.hash } },
  });
}

async function readAsked(
  tools: Ports,
  owner: Owner,
  memberId: MemberId,
  asked: TranscriptAsked,
): Promise<Wanted> {
  const today = await todayOf(tools, owner, { memberId });
  const from = asked.from === undefined ? undefined : dayOf('from', asked.from);
  const to = asked.to === undefined ? undefined : dayOf('to', asked.to);
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('`to`', 'must not lie before `from`.', 'no debe ser anterior a `from`.');
  }
  return {
    asOf: dayUpTo('as_of', asked.as_of, today),
    programId:
      asked.program_id === undefined ? undefined : (await programNamed(tools, owner, asked.program_id)).id,
    term: asked.term,
    from,
    to,
  };
}

function toCounted(chain: Chain, versionOf: VersionOf): Counted {
  return {
    membershipId: chain.membershipId,
    programId: chain.programId,
    terms: toEngineTerms(chain, (programId, version) => versionOf(programId, version).rules),
  };
}

/** The member, without CURP, RFC and address, because the member may show the transcript to anybody. */
function toMemberPart(member: Member): Transcript['member'] {
  return {
    id: member.id,
    member_number: member.memberNumber,
    given_name: member.givenName,
    first_surname: member.firstSurname,
    second_surname: member.secondSurname ?? null,
    professional_license: member.professionalLicense ?? null,
    specialty: member.specialty ?? null,
    specialty_license: member.specialtyLicense ?? null,
    member_since: member.memberSince ?? null,
    status: member.status,
  };
}

async function toPrograms(
  tools: Ports,
  owner: Owner,
  chains: readonly Chain[],
  versionOf: VersionOf,
): Promise<Transcript['programs']> {
  const programs: Transcript['programs'] = [];
  for (const id of new Set(chains.map(({ programId }) => programId))) {
    const program = await findProgram(tools, owner, id);
    const own = chains.filter(({ programId }) => programId === id).flatMap(({ terms }) => terms);
    const versions = [...new Set(own.map(({ programVersion }) => programVersion))].sort((a, b) => a - b);
    programs.push({
      id,
      name: program?.name ?? '',
      unit: program?.unit ?? '',
      versions: versions.map((version) => ({ version, rules: versionOf(id, version).rules as never })),
    });
  }
  return programs;
}

/** Waivers without their reasons, which may be data about health. */
function toMembership(
  chain: Chain,
  versionOf: VersionOf,
  sums: Sums,
  { asOf, term: only }: Wanted,
): Transcript['memberships'][number] {
  const days = standingDaysOf(chain, (programId, version) => versionOf(programId, version).rules);
  const standing = standingOn(days, asOf);
  return {
    id: chain.membershipId,
    program_id: chain.programId,
    starts_on: chain.startsOn,
    ...(chain.anchor !== undefined && { anchor: chain.anchor }),
    tracks: [...chain.tracks],
    status: chain.status,
    standing,
    valid: isValid(standing),
    valid_until: days.validUntil,
    terms: chain.terms.map((term) => ({
      id: term.id,
      number: term.number,
      program_version: term.programVersion,
      tracks: [...term.tracks],
      starts_on: term.startsOn,
      ends_on: term.endsOn,
      extended_until: term.extendedUntil ?? null,
      waivers: Object.entries(term.waivers).map(([requirement, { min_points }]) => ({
        requirement,
        min_points: fromHundredths(min_points),
      })),
      renewal_id: term.renewalId ?? null,
      evaluation:
        only === undefined || only === term.number
          ? ((sums.evaluationOf(chain.membershipId, term.number) ?? null) as never)
          : null,
    })),
  };
}
