/**
 * Judges any number of awards before they are made. Members are locked, so that the verdict still holds when
 * the awards are written.
 */

import type { AwardId, MemberId } from '../../kernel/ids.ts';
import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { Course } from '../courses/course.ts';
import { countTaken } from '../courses/pg-courses.ts';
import type { PointLine } from '../courses/point-lines.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import type { Activity, Evidence } from './award.ts';
import { claimClosed } from './course-to-award.ts';
import {
  type Circumstances,
  type Judged,
  judgeAward,
  type MemberFacts,
  type WantedAward,
} from './judge-award.ts';
import { awardKey, readCourseAwards, readExternalIds, readMemberships } from './pg-award-facts.ts';

export type AwardRequest = WantedAward & {
  /** The id that the award will have if it is made. */
  id: AwardId;
  activity: Activity | undefined;
  hours: number | undefined;
  evidence: readonly Evidence[];
  externalId: string | undefined;
  metadata: Record<string, string>;
};

/** What the points are for: a course, or the lines of an activity. */
export type Source = Course | { lines: readonly PointLine[] };

export type Verdict =
  | { kind: 'created'; judged: Judged }
  /** The member already has this award, from an earlier request or from an earlier row of this request. */
  | { kind: 'duplicate'; awardId: AwardId }
  | { kind: 'rejected'; refusals: readonly Refusal[] };

export async function judgeRequests(
  tools: Pick<Tools, 'query'>,
  who: Who,
  source: Source,
  requests: readonly AwardRequest[],
  todayOf: (memberId: MemberId) => string,
): Promise<Verdict[]> {
  const facts = await readFacts(tools, who, source, requests);
  const mayChangeDecidedTerms = who.may('awards:approve');
  return mapInPieces(requests, (request) => {
    const verdict = judgeRequest(source, request, facts, {
      today: todayOf(request.memberId),
      mayChangeDecidedTerms,
    });
    if (verdict.kind === 'created') take(facts, request);
    return verdict;
  });
}

type Facts = {
  members: ReadonlyMap<MemberId, MemberFacts>;
  awards: Map<string, AwardId>;
  externalIds: Map<string, AwardId>;
  /** Free places; undefined if the course has no capacity. */
  placesLeft: number | undefined;
};

async function readFacts(
  tools: Pick<Tools, 'query'>,
  who: Who,
  source: Source,
  requests: readonly AwardRequest[],
): Promise<Facts> {
  const memberIds = [...new Set(requests.map(({ memberId }) => memberId))];
  const statuses = await lockMembers(tools, who, memberIds);
  const memberships = await readMemberships(tools, memberIds);
  const externalIds = requests.flatMap(({ externalId }) => externalId ?? []);
  return {
    members: new Map(
      [...statuses].map(([id, status]) => [id, { status, memberships: memberships.get(id) ?? [] }]),
    ),
    awards: 'lines' in source ? new Map() : await readCourseAwards(tools, source.id, memberIds),
    externalIds: await readExternalIds(tools, who, externalIds),
    placesLeft: await countPlaces(tools, source),
  };
}

async function countPlaces(tools: Pick<Tools, 'query'>, source: Source): Promise<number | undefined> {
  if ('lines' in source || source.capacity === undefined) return undefined;
  return source.capacity - (await countTaken(tools, source.id));
}

function judgeRequest(
  source: Source,
  request: AwardRequest,
  facts: Facts,
  circumstances: Circumstances,
): Verdict {
  const member = facts.members.get(request.memberId);
  if (member === undefined) return { kind: 'rejected', refusals: [unknownMember()] };
  const awardId = 'lines' in source ? undefined : facts.awards.get(awardKey(request.memberId, request.role));
  if (awardId !== undefined) return { kind: 'duplicate', awardId };
  const judged = judgeAward(source, request, member, circumstances);
  const closed = 'lines' in source ? undefined : claimClosed(source, circumstances.today);
  const refusals = [
    ...(closed === undefined ? [] : [closed]),
    ...('lines' in judged ? [] : judged),
    ...externalIdRefusal(facts, request.externalId),
    ...(facts.placesLeft !== undefined && facts.placesLeft <= 0 ? [courseFull()] : []),
  ];
  if (refusals.length > 0 || !('lines' in judged)) return { kind: 'rejected', refusals };
  return { kind: 'created', judged };
}

/**
 * Counts this request as granted, so that later rows see its award and its external id, and find one free place fewer.
 */
function take(facts: Facts, { id, memberId, role, externalId }: AwardRequest): void {
  facts.awards.set(awardKey(memberId, role), id);
  if (externalId !== undefined) facts.externalIds.set(externalId, id);
  if (facts.placesLeft !== undefined) facts.placesLeft -= 1;
}

function externalIdRefusal(facts: Facts, externalId: string | undefined): Refusal[] {
  const taken = externalId === undefined ? undefined : facts.externalIds.get(externalId);
  if (taken === undefined) return [];
  return [
    refusal(
      'external_id_taken',
      `\`external_id\` belongs to ${taken}. Use another, or change that one.`,
      `\`external_id\` es de ${taken}. Use otro o cambie aquel.`,
    ),
  ];
}

function courseFull(): Refusal {
  return refusal(
    'course_full',
    'The course has no places left: its `capacity` counts pending and approved awards. Raise it, or reject others.',
    'El curso ya no tiene lugares: su `capacity` cuenta acreditaciones pendientes y aprobadas. Auméntela o rechace otras.',
  );
}

function unknownMember(): Refusal {
  return refusal(
    'member_not_found',
    'There is no such member in your account.',
    'No hay tal miembro en su cuenta.',
  );
}
