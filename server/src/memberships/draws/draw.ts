/**
 * A draw selects the members of a program who are reviewed. It is decided by a block that did not exist when the list
 * was sealed.
 */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { CertificateId, DrawId, ProgramId } from '../../kernel/ids.ts';
import type { Requester } from '../documents/document.ts';
import { EXAMPLE_DRAW } from './example-draw.ts';

export const DRAW_STATUSES = ['draft', 'sealing', 'sealed', 'drawn', 'cancelled'] as const;

export type DrawStatus = (typeof DRAW_STATUSES)[number];

export const DRAW_TAG = 'Draws';

export const MOST_CANDIDATES = 100_000;
/** The most candidates in all sealed draws of an account together, in each mode. */
export const MOST_KEPT = { live: 10_000_000, test: 1_000_000 };
export const MOST_EVIDENCE_DAYS = 365;
export const USUAL_EVIDENCE_DAYS = 30;

/** The chain, and the first block that may decide. It is chosen before that block exists. */
export type BlockRule = { network: string; trust: string; finality: string; fromBlock: number };

export type DrawBlock = {
  number: number;
  hash: Uint8Array;
  time: Date;
  header: Uint8Array | undefined;
  /** Why the page shows no header. */
  notShown: string | undefined;
  /**
   * The header of the previous block, which is too early to decide. Undefined if the deciding block has the lowest
   * number that may decide.
   */
  previous: Uint8Array | undefined;
};

export type Draw = {
  id: DrawId;
  livemode: boolean;
  programId: ProgramId;
  name: string;
  startsOn: string;
  endsOn: string;
  share: number | undefined;
  most: number | undefined;
  evidenceDays: number;
  instructions: string | undefined;
  status: DrawStatus;
  number: number | undefined;
  sealedBy: Requester | undefined;
  candidates: number | undefined;
  blockRule: BlockRule | undefined;
  /** SHA-256 of the sealed document, once it is fixed. */
  documentSha256: string | undefined;
  code: string | undefined;
  failure: string | undefined;
  certificateId: CertificateId | undefined;
  stampedAt: string | undefined;
  block: DrawBlock | undefined;
  drawnAt: Date | undefined;
  dueOn: string | undefined;
  cancellation: { by: string; at: Date; reason: string } | undefined;
  outcomes: Outcomes;
  createdAt: Date;
  updatedAt: Date;
};

/** How many reviews of the draw have each status. */
export type Outcomes = { open: number; passed: number; failed: number; excused: number; cancelled: number };

export const OutcomesSchema = Type.Object(
  {
    open: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    excused: Type.Integer(),
    cancelled: Type.Integer(),
  },
  { description: 'How many reviews have each status.' },
);

const SealSchema = Type.Object(
  {
    sha256: Type.String({ description: 'SHA-256 of the sealed document.' }),
    certificate_id: nullable(Type.String({ description: 'Null until the document is certified.' })),
    qr_verification_url: nullable(Type.String()),
    stamped_at: nullable(Type.String({ description: 'The time of its time stamp.' })),
    network: Type.String({ description: 'The chain whose block decides, by its CAIP-2 name.' }),
    trust: Type.String({
      description:
        '`operator`: whoever runs this service makes the blocks of the chain, so the draw proves nothing against the operator.',
    }),
    finality: Type.String({
      description:
        'When a block is final: `finalized`, as the chain reports it, or `depth:n`, with n blocks on top of it.',
    }),
    from_block: Type.Integer({ description: 'The lowest number that the deciding block may have.' }),
  },
  { description: 'Null until the block is named.' },
);

export const DrawSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'draw' }),
    livemode: Type.Boolean(),
    program_id: Type.String(),
    number: nullable(
      Type.Integer({ description: 'Given when the draw is sealed. The numbers of an account have no gaps.' }),
    ),
    name: Type.String(),
    share_percent: nullable(Type.Number({ description: 'Null if `count` is given.' })),
    count: nullable(Type.Integer({ description: 'Null if `share_percent` is given.' })),
    from: Type.String({
      description: 'First day of the period. Memberships with a term in the period are candidates.',
    }),
    to: Type.String({ description: 'Last day of the period.' }),
    evidence_days: Type.Integer({
      description: 'For how many days after the draw its members may send evidence.',
    }),
    instructions: nullable(Type.String({ description: 'Shown to the drawn members on their own pages.' })),
    status: oneOf(DRAW_STATUSES, {
      description:
        '`sealing`: the list is frozen and is getting its certificate. `sealed`: the draw waits for its block. `drawn`: the result is known, and the members are told.',
    }),
    waiting_for: nullable(
      Type.String({
        description: 'Why sealing takes longer than usual: the error code of the failed attempt to certify.',
      }),
    ),
    candidates: nullable(Type.Integer({ description: 'The number of candidates.' })),
    seal: nullable(SealSchema),
    block: nullable(
      Type.Object({
        number: Type.Integer(),
        hash: Type.String({ description: 'The seed of the draw.' }),
        time: Type.String({ format: 'date-time' }),
      }),
    ),
    drawn_at: nullable(Type.String({ format: 'date-time' })),
    due_on: nullable(Type.String({ description: 'The last day on which members may send evidence.' })),
    reviews: nullable(OutcomesSchema),
    cancellation: nullable(
      Type.Object({
        by: Type.String(),
        at: Type.String({ format: 'date-time' }),
        reason: Type.String({ description: 'Shown on the public page.' }),
      }),
    ),
    public_url: nullable(Type.String({ description: 'The page on which anybody can check the draw.' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Draw', examples: [EXAMPLE_DRAW] },
);
