/** The steps of draws from the seal to the result. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CertificateId, DrawId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { BlockRule, Draw, DrawBlock } from './draw.ts';
import { findDraw } from './pg-draws.ts';

export type DrawOfAccount = { owner: Owner; drawId: DrawId };

/**
 * Draws whose block is not named yet, if this chain decides draws of their mode, and draws that wait for a block of
 * this chain.
 */
export async function drawsOfChain(
  query: Query,
  network: string,
  modes: readonly boolean[],
): Promise<(DrawOfAccount & { isNamed: boolean })[]> {
  const rows = await query(
    `select account_id, livemode, id, document is not null as is_named from draws
      where (status = 'sealing' and document is null and livemode = any($2)) or (status = 'sealed' and network = $1)
      order by id limit 50`,
    [network, modes],
    'draws-of-chain',
  );
  return rows.map((row) => ({ ...toDrawOfAccount(row), isNamed: read.boolean(row, 'is_named') }));
}

/** Draws whose document is fixed but has no certificate yet. */
export async function drawsToCertify(query: Query, now: Date): Promise<DrawOfAccount[]> {
  const rows = await query(
    `select account_id, livemode, id from draws
      where status = 'sealing' and document is not null and due_at <= $1 order by due_at, id limit 20`,
    [now],
    'draws-to-certify',
  );
  return rows.map(toDrawOfAccount);
}

/** Locks the draw. Undefined if it has been cancelled, or if another process locked it first. */
export async function lockDraw(
  query: Query,
  { owner, drawId }: DrawOfAccount,
  is: (draw: Draw) => boolean,
): Promise<Draw | undefined> {
  const draw = await findDraw({ query }, owner, drawId, 'for update');
  return draw !== undefined && is(draw) ? draw : undefined;
}

export async function namesOfDraw(
  query: Query,
  { programId }: Pick<Draw, 'programId'>,
): Promise<{ program: string }> {
  const [row] = await query('select name from programs where id = $1', [programId], 'program-of-draw');
  return { program: row === undefined ? '' : read.text(row, 'name') };
}

export async function fixDocument(
  query: Query,
  drawId: DrawId,
  { network, trust, finality, fromBlock }: BlockRule,
  { code, document, at }: { code: string; document: string; at: Date },
): Promise<void> {
  await query(
    `update draws set network = $2, trust = $3, finality = $4, from_block = $5, code = $6, document = $7, due_at = $8,
       updated_at = $8 where id = $1`,
    [drawId, network, trust, finality, fromBlock, code, document, at],
    'fix-draw-document',
  );
}

/** A draw that has been cancelled stays cancelled, but its page shows the certificate. */
export async function markSealed(
  query: Query,
  drawId: DrawId,
  { certificateId, stampedAt, at }: { certificateId: CertificateId; stampedAt: string; at: Date },
): Promise<void> {
  await query(
    `update draws set status = case when status = 'sealing' then 'sealed' else status end, certificate_id = $2,
       stamped_at = $3, failure = null, due_at = null, updated_at = $4 where id = $1`,
    [drawId, certificateId, stampedAt, at],
    'mark-draw-sealed',
  );
}

/** The draw stays `sealing`, and certifying is tried again. */
export async function noteFailure(query: Query, drawId: DrawId, failure: string, dueAt: Date): Promise<void> {
  await query(
    "update draws set failure = $2, due_at = $3 where id = $1 and status = 'sealing'",
    [drawId, failure, dueAt],
    'note-draw-failure',
  );
}

export async function markDrawn(
  query: Query,
  drawId: DrawId,
  { number, hash, time, header, notShown, previous }: DrawBlock,
  { dueOn, at }: { dueOn: string; at: Date },
): Promise<void> {
  await query(
    `update draws set status = 'drawn', block_number = $2, block_hash = $3, block_time = $4, header = $5, not_shown = $6,
       previous = $7, due_on = $8, drawn_at = $9, updated_at = $9 where id = $1`,
    [drawId, number, hash, time, header, notShown, previous, dueOn, at],
    'mark-drawn',
  );
}

function toDrawOfAccount(row: Row): DrawOfAccount {
  return {
    owner: { accountId: read.id('acct', row, 'account_id'), livemode: read.boolean(row, 'livemode') },
    drawId: read.id('drw', row, 'id'),
  };
}
