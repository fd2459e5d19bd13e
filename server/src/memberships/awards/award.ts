/**
 * An award gives a member points for a course or another activity. Approved awards are entered in the member's ledger.
 */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { AwardId, CourseId, MemberId } from '../../kernel/ids.ts';
import { invalidTransition, type Refusal } from '../../operations/refusal.ts';
import type { PointLine } from '../courses/point-lines.ts';
import { DiplomaStubSchema, type DocumentStub, toDiplomaStub } from '../documents/stub.ts';
import { fromHundredths, recordFields } from '../fields.ts';
import type { Reporters } from '../four-eyes/four-eyes.ts';
import { EXAMPLE_AWARD } from './example-award.ts';

export const AWARD_STATUSES = ['pending', 'approved', 'rejected', 'revoked', 'withdrawn'] as const;

export type AwardStatus = (typeof AWARD_STATUSES)[number];

/** The states to which an award can move from each state. */
const NEXT: Record<AwardStatus, readonly AwardStatus[]> = {
  pending: ['approved', 'rejected', 'withdrawn'],
  approved: ['revoked'],
  rejected: [],
  revoked: [],
  withdrawn: [],
};

export type Activity = { title: string; provider: string | null; kind: string | null };

export type Evidence = { certificate_id: string } | { url: string } | { note: string };

export type Award = {
  id: AwardId;
  livemode: boolean;
  memberId: MemberId;
  courseId: CourseId | undefined;
  /** Set if there is no course. */
  activity: Activity | undefined;
  role: string;
  completedOn: string;
  /** These three in hundredths. */
  hours: number | undefined;
  attendance: number | undefined;
  score: number | undefined;
  points: readonly PointLine[];
  evidence: readonly Evidence[];
  status: AwardStatus;
  reporters: Reporters;
  decidedBy: string | undefined;
  decidedAt: Date | undefined;
  decisionReason: string | undefined;
  rosterId: string | undefined;
  /** The valid diploma, or the one that is in progress. */
  diploma: DocumentStub | undefined;
  /** The ledger entry of the approval. */
  entry: { seq: number; hash: Uint8Array; prevHash: Uint8Array } | undefined;
  /** Set when the badge is read for the first time. */
  badgeCode: string | undefined;
  externalId: string | undefined;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

/** Returns the error if the award's state does not allow this move. */
export function awardTransition(
  { id, status }: Pick<Award, 'id' | 'status'>,
  to: AwardStatus,
): Refusal | undefined {
  if (NEXT[status].includes(to)) return undefined;
  const next = NEXT[status].map((state) => `\`${state}\``).join(', ');
  return invalidTransition(id, status, to, {
    en: next === '' ? 'That state is final.' : `It can become ${next}.`,
    es: next === '' ? 'Ese estado es definitivo.' : `Puede pasar a ${next}.`,
  });
}

export const LineSchema = Type.Object({
  program_id: Type.String(),
  category: Type.String(),
  points: Type.Number(),
});

const NO_BADGE_REASONS = ['not_approved', 'server_without_https', 'not_read_yet'] as const;

export const AwardSchema = Type.Object(
  {
    ...recordFields('award'),
    member_id: Type.String(),
    course_id: nullable(Type.String()),
    activity: nullable(
      Type.Object({
        title: Type.String(),
        provider: nullable(Type.String()),
        kind: nullable(Type.String()),
      }),
    ),
    role: Type.String(),
    completed_on: Type.String(),
    hours: nullable(Type.Number()),
    attendance_percent: nullable(Type.Number()),
    score: nullable(Type.Number()),
    points: Type.Array(LineSchema),
    evidence: Type.Array(
      Type.Object({
        certificate_id: Type.Optional(Type.String()),
        url: Type.Optional(Type.String()),
        note: Type.Optional(Type.String()),
      }),
    ),
    status: oneOf(AWARD_STATUSES, { description: 'Only approved awards count.' }),
    decision: nullable(
      Type.Object({
        by: nullable(Type.String()),
        at: Type.String({ format: 'date-time' }),
        reason: nullable(Type.String()),
      }),
    ),
    roster_id: nullable(Type.String()),
    diploma: nullable(DiplomaStubSchema),
    badge_url: nullable(
      Type.String({
        description:
          "Where anyone can read the badge while the member's page is public. Null until the badge is first read.",
      }),
    ),
    no_badge_because: Type.Unsafe<(typeof NO_BADGE_REASONS)[number] | null>({
      type: ['string', 'null'],
      enum: [...NO_BADGE_REASONS, null],
      description:
        'Why `badge_url` is null. `not_approved`: only approved awards have badges. `server_without_https`: nobody could check a badge of this server, because its address (`SELLO_BASE_URL`) begins with http. `not_read_yet`: nobody has read it; reading it makes it, if the member has given `consent`.',
    }),
    entry: nullable(
      Type.Object(
        { seq: Type.Integer(), hash: Type.String(), prev_hash: Type.String() },
        { description: 'The entry of the approval in the ledger.' },
      ),
    ),
  },
  { title: 'Award', examples: [EXAMPLE_AWARD] },
);

export const AwardAnswer = Type.Object({ award: AwardSchema });

export function toAwardRecord(award: Award, baseUrl: string): Static<typeof AwardSchema> {
  return {
    id: award.id,
    object: 'award',
    livemode: award.livemode,
    member_id: award.memberId,
    course_id: award.courseId ?? null,
    activity: award.activity ?? null,
    role: award.role,
    completed_on: award.completedOn,
    hours: numberOf(award.hours),
    attendance_percent: numberOf(award.attendance),
    score: numberOf(award.score),
    points: toLedgerLines(award.points),
    evidence: [...award.evidence],
    status: award.status,
    decision: toDecision(award),
    roster_id: award.rosterId ?? null,
    diploma: award.diploma === undefined ? null : toDiplomaStub(award.diploma, baseUrl),
    badge_url: award.badgeCode === undefined ? null : `${baseUrl}/b/${award.badgeCode}.json`,
    no_badge_because: noBadgeBecause(award, baseUrl),
    entry: toEntry(award.entry),
    external_id: award.externalId ?? null,
    metadata: award.metadata,
    created_at: award.createdAt.toISOString(),
    updated_at: award.updatedAt.toISOString(),
  };
}

function noBadgeBecause({ badgeCode, status }: Award, baseUrl: string) {
  if (badgeCode !== undefined) return null;
  if (status !== 'approved') return 'not_approved';
  return baseUrl.startsWith('https:') ? 'not_read_yet' : 'server_without_https';
}

/** The lines in the form in which JSON shows them and the ledger hashes them. */
export function toLedgerLines(lines: readonly PointLine[]): PointLine[] {
  return lines.map(({ program_id, category, points }) => ({
    program_id,
    category,
    points: fromHundredths(points),
  }));
}

function toDecision({ decidedBy, decidedAt, decisionReason }: Award) {
  if (decidedAt === undefined) return null;
  return { by: decidedBy ?? null, at: decidedAt.toISOString(), reason: decisionReason ?? null };
}

function toEntry(entry: Award['entry']) {
  if (entry === undefined) return null;
  return { seq: entry.seq, hash: hex(entry.hash), prev_hash: hex(entry.prevHash) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function numberOf(hundredths: number | undefined): number | null {
  return hundredths === undefined ? null : fromHundredths(hundredths);
}
