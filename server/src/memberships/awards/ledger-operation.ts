/** The ledger of a member, by API: its reader can recompute the chain and the sums. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { findMember } from '../members/find-member.ts';
import { LineSchema } from './award.ts';
import { ENTRY_KINDS, type Entry } from './ledger-entry.ts';
import { readEntries } from './pg-ledger.ts';

const EntrySchema = Type.Object(
  {
    seq: Type.Integer(),
    kind: oneOf(ENTRY_KINDS),
    award_id: Type.String(),
    lines: Type.Array(LineSchema),
    completed_on: Type.String(),
    at: Type.String({ format: 'date-time' }),
    hash: Type.String(),
    prev_hash: Type.String(),
  },
  { title: 'LedgerEntry' },
);

const HeadSchema = Type.Object({ seq: Type.Integer(), hash: Type.String() }, { title: 'LedgerHead' });

export const LEDGER_OPERATION: Operation = operation({
  method: 'GET',
  path: '/members/:id/ledger',
  operationId: 'getLedger',
  scope: 'awards:read',
  alsoScope: 'members:read',
  tag: 'Awards',
  summary: "Read a member's ledger",
  description:
    'Approved and revoked points, oldest first. `hash` is the SHA-256 of the 32 bytes of `prev_hash` (zeros at first) and the RFC 8785 JSON of `{ seq, kind, award_id, lines, completed_on, at }`. Needs `members:read` too.',
  params: Type.Object({ id: Type.String() }),
  answers: {
    200: Type.Object(
      { entries: Type.Array(EntrySchema), head: nullable(HeadSchema) },
      { description: 'All entries of the ledger; `head` repeats the last one.' },
    ),
  },
  refusals: [404],
  run: async (tools, { who, params }) => {
    const { id } = await findMember(tools, who, params.id);
    const entries = (await readEntries(tools, [id])).map(toEntryRecord);
    const last = entries.at(-1);
    return { status: 200, body: { entries, head: last ? { seq: last.seq, hash: last.hash } : null } };
  },
});

export function toEntryRecord(entry: Entry) {
  return {
    seq: entry.seq,
    kind: entry.kind,
    award_id: entry.awardId,
    lines: [...entry.lines],
    completed_on: entry.completedOn,
    at: entry.at.toISOString(),
    hash: Buffer.from(entry.hash).toString('hex'),
    prev_hash: Buffer.from(entry.prevHash).toString('hex'),
  };
}
