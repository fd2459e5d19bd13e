/** A renewal: requested, decided, and frozen together with the basis of the decision. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { MemberId, MembershipId, ProgramId, RenewalId, TermId } from '../../kernel/ids.ts';
import { ConstanciaStubSchema, type DocumentStub, toConstanciaStub } from '../documents/stub.ts';
import type { Reporters } from '../four-eyes/four-eyes.ts';
import { ChecklistSchema } from '../membership/terms/term-record.ts';
import { EvaluationSchema } from '../standing/evaluation-schema.ts';
import { EXAMPLE_RENEWAL } from './example-renewal.ts';

export const RENEWAL_STATUSES = ['requested', 'approved', 'rejected', 'withdrawn', 'annulled'] as const;

export type RenewalStatus = (typeof RENEWAL_STATUSES)[number];

/** The states to which a renewal can move from each state. */
export const RENEWAL_STEPS: Record<RenewalStatus, readonly RenewalStatus[]> = {
  requested: ['approved', 'rejected', 'withdrawn'],
  approved: ['annulled'],
  rejected: [],
  withdrawn: [],
  annulled: [],
};

export const BASES = ['requirements', 'exception'] as const;

export type Basis = (typeof BASES)[number];

export type Renewal = {
  id: RenewalId;
  livemode: boolean;
  membershipId: MembershipId;
  memberId: MemberId;
  programId: ProgramId;
  termId: TermId;
  status: RenewalStatus;
  /** Whether the requirements were met at the approval but no longer are. Derived on reading. */
  isContradicted: boolean;
  basis: Basis;
  reason: string | undefined;
  requestedOn: string;
  reporters: Reporters;
  decision: { by: string; at: Date; reason: string | undefined } | undefined;
  snapshot: FrozenSnapshot | undefined;
  newTermId: TermId | undefined;
  endedExtension: string | undefined;
  /** Whether the approval makes a constancia de vigencia. */
  wantsConstancia: boolean;
  constancia: DocumentStub | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** The snapshot as RFC 8785 text, and the hash of exactly these bytes. */
export type FrozenSnapshot = { text: string; sha256: Uint8Array };

const SnapshotSchema = Type.Object({
  evaluation: EvaluationSchema,
  checklist: ChecklistSchema,
  ledger_head: Type.Unsafe<{ seq: number; hash: string } | null>({
    ...Type.Object({ seq: Type.Integer(), hash: Type.String() }),
    type: ['object', 'null'],
    description: 'The last ledger entry of the member that was considered.',
  }),
  taken_at: Type.String({ format: 'date-time' }),
});

export const RenewalSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'renewal' }),
    livemode: Type.Boolean(),
    membership_id: Type.String(),
    member_id: Type.String(),
    program_id: Type.String(),
    term_id: Type.String({ description: 'The term that it decides.' }),
    status: oneOf(RENEWAL_STATUSES),
    contradicted: Type.Boolean({
      description:
        'The requirements were met when it was approved, but no longer are, because points changed later.',
    }),
    basis: oneOf(BASES),
    reason: nullable(Type.String()),
    requested_on: Type.String({ description: 'The day that decides whether the request was in time.' }),
    decision: Type.Unsafe<{ by: string; at: string; reason: string | null } | null>({
      ...Type.Object({
        by: Type.String(),
        at: Type.String({ format: 'date-time' }),
        reason: nullable(Type.String()),
      }),
      type: ['object', 'null'],
    }),
    snapshot: Type.Unsafe<object | null>({ ...SnapshotSchema, type: ['object', 'null'] }),
    snapshot_sha256: nullable(Type.String({ description: 'SHA-256 of the RFC 8785 JSON of `snapshot`.' })),
    new_term_id: nullable(Type.String()),
    constancia: nullable(ConstanciaStubSchema),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Renewal', examples: [EXAMPLE_RENEWAL] },
);

export const RenewalAnswer = Type.Object({ renewal: RenewalSchema });

export function toRenewalRecord(renewal: Renewal, baseUrl: string) {
  const { decision, snapshot } = renewal;
  return {
    id: renewal.id,
    object: 'renewal',
    livemode: renewal.livemode,
    membership_id: renewal.membershipId,
    member_id: renewal.memberId,
    program_id: renewal.programId,
    term_id: renewal.termId,
    status: renewal.status,
    contradicted: renewal.isContradicted,
    basis: renewal.basis,
    reason: renewal.reason ?? null,
    requested_on: renewal.requestedOn,
    decision:
      decision === undefined
        ? null
        : { by: decision.by, at: decision.at.toISOString(), reason: decision.reason ?? null },
    snapshot: snapshot === undefined ? null : JSON.parse(snapshot.text),
    snapshot_sha256: snapshot === undefined ? null : Buffer.from(snapshot.sha256).toString('hex'),
    new_term_id: renewal.newTermId ?? null,
    constancia: renewal.constancia === undefined ? null : toConstanciaStub(renewal.constancia, baseUrl),
    created_at: renewal.createdAt.toISOString(),
    updated_at: renewal.updatedAt.toISOString(),
  };
}
