/** Reads and writes draws. The sealed document has a query of its own, because it may be megabytes long. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId, DrawId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Requester } from '../documents/document.ts';
import { DRAW_STATUSES, type Draw, type DrawBlock, type DrawStatus } from './draw.ts';

type Ports = Pick<Tools, 'query'>;

const DRAW_COLUMNS = `d.id, d.livemode, d.program_id, d.name, d.starts_on, d.ends_on, d.share, d.most, d.evidence_days,
  d.instructions, d.status, d.number, d.sealed_by, d.candidates, d.network, d.trust, d.finality, d.from_block,
  encode(sha256(convert_to(d.document, 'UTF8')), 'hex') as document_sha256, d.code, d.failure, d.certificate_id,
  d.stamped_at, d.block_number, d.block_hash, d.block_time, d.header, d.not_shown, d.previous, d.drawn_at, d.due_on,
  d.cancelled_at, d.cancelled_by, d.cancel_reason, d.created_at, d.updated_at,
  (select jsonb_object_agg(o.status, o.reviews) from (
     select r.status, count(*) as reviews from reviews r where r.draw_id = d.id group by r.status) o) as outcomes`;

export async function listDraws(
  tools: Ports,
  owner: Owner,
  asked: ListQuery & { status?: DrawStatus; program_id?: string },
) {
  const filter = ownedBy(owner, 'd');
  where(filter, asked.status, (p) => `d.status = ${p}`);
  where(filter, asked.program_id, (p) => `d.program_id = ${p}`);
  const source = { prefix: 'drw', columns: DRAW_COLUMNS, table: 'draws', alias: 'd' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { draws: rows.map(toDraw), pagination };
}

/** With `for update`, the draw's status cannot change until the transaction ends. */
export async function findDraw(
  { query }: Ports,
  { accountId, livemode }: Owner,
  drawId: DrawId,
  lock: '' | 'for update' = '',
): Promise<Draw | undefined> {
  const [row] = await query(
    `select ${DRAW_COLUMNS} from draws d where d.id = $1 and d.account_id = $2 and d.livemode = $3 ${lock}`,
    [drawId, accountId, livemode],
    lock === '' ? 'draw' : 'draw-to-change',
  );
  return row && toDraw(row);
}

export async function insertDraw({ query }: Ports, { accountId }: Owner, draw: Draw): Promise<void> {
  await query(
    `insert into draws (id, account_id, livemode, program_id, name, starts_on, ends_on, share, most, evidence_days,
                        instructions, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $12)`,
    [
      draw.id,
      accountId,
      draw.livemode,
      draw.programId,
      draw.name,
      draw.startsOn,
      draw.endsOn,
      draw.share,
      draw.most,
      draw.evidenceDays,
      draw.instructions,
      draw.createdAt,
    ],
    'insert-draw',
  );
}

export async function deleteDraft({ query }: Ports, drawId: DrawId): Promise<void> {
  await query("delete from draws where id = $1 and status = 'draft'", [drawId], 'delete-draw');
}

export async function markSealing(
  { query }: Ports,
  drawId: DrawId,
  sealing: { number: number; candidates: number; by: Requester; at: Date },
): Promise<void> {
  await query(
    `update draws set status = 'sealing', number = $2, candidates = $3, sealed_by = $4, updated_at = $5 where id = $1`,
    [drawId, sealing.number, sealing.candidates, sealing.by, sealing.at],
    'mark-draw-sealing',
  );
}

export async function markCancelled(
  { query }: Ports,
  drawId: DrawId,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  await query(
    `update draws set status = 'cancelled', cancelled_by = $2, cancelled_at = $3, cancel_reason = $4, failure = null,
       updated_at = $3 where id = $1`,
    [drawId, by, at, reason],
    'cancel-draw',
  );
}

/** The bytes that were certified. Undefined until the block is named. */
export async function readDocument(query: Query, drawId: DrawId): Promise<string | undefined> {
  const [row] = await query('select document from draws where id = $1', [drawId], 'draw-document');
  return row && read.optionalText(row, 'document');
}

/** All sealed draws of a council, including cancelled ones, for its public page. */
export async function findPublicDraw(
  query: Query,
  { accountId, livemode }: Owner,
  drawNumber: number,
): Promise<Draw | undefined> {
  const [row] = await query(
    `select ${DRAW_COLUMNS} from draws d
      where d.account_id = $1 and d.livemode = $2 and d.number = $3`,
    [accountId, livemode, drawNumber],
    'public-draw',
  );
  return row && toDraw(row);
}

/** Counts the candidates of all sealed draws, including cancelled ones. */
export async function countCandidates(query: Query, { accountId, livemode }: Owner): Promise<number> {
  const rows = await query(
    'select coalesce(sum(candidates), 0)::bigint as candidates from draws where account_id = $1 and livemode = $2',
    [accountId, livemode],
    'count-kept-candidates',
  );
  return read.number(read.firstRow(rows), 'candidates');
}

/** The newest hundred; earlier ones are found by their numbers, which have no gaps. */
export async function listPublicDraws(query: Query, accountId: AccountId): Promise<Draw[]> {
  const rows = await query(
    `select ${DRAW_COLUMNS} from draws d
      where d.account_id = $1 and d.livemode and d.number is not null order by d.number desc limit 100`,
    [accountId],
    'public-draws',
  );
  return rows.map(toDraw);
}

function toDraw(row: Row): Draw {
  const network = read.optionalText(row, 'network');
  const cancelledAt = read.optionalDate(row, 'cancelled_at');
  return {
    id: read.id('drw', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    programId: read.id('prg', row, 'program_id'),
    name: read.text(row, 'name'),
    startsOn: read.text(row, 'starts_on'),
    endsOn: read.text(row, 'ends_on'),
    share: read.optionalNumber(row, 'share'),
    most: read.optionalNumber(row, 'most'),
    evidenceDays: read.number(row, 'evidence_days'),
    instructions: read.optionalText(row, 'instructions'),
    status: read.oneOf(row, 'status', DRAW_STATUSES),
    number: read.optionalNumber(row, 'number'),
    sealedBy:
      row.sealed_by === null ? undefined : read.shaped(row, 'sealed_by', isRequester, 'who sealed it'),
    candidates: read.optionalNumber(row, 'candidates'),
    blockRule:
      network === undefined
        ? undefined
        : {
            network,
            trust: read.text(row, 'trust'),
            finality: read.text(row, 'finality'),
            fromBlock: read.number(row, 'from_block'),
          },
    documentSha256: read.optionalText(row, 'document_sha256'),
    code: read.optionalText(row, 'code'),
    failure: read.optionalText(row, 'failure'),
    certificateId: row.certificate_id === null ? undefined : read.id('cert', row, 'certificate_id'),
    stampedAt: read.optionalText(row, 'stamped_at'),
    block: toBlock(row),
    drawnAt: read.optionalDate(row, 'drawn_at'),
    dueOn: read.optionalText(row, 'due_on'),
    cancellation: cancelledAt && {
      by: read.text(row, 'cancelled_by'),
      at: cancelledAt,
      reason: read.text(row, 'cancel_reason'),
    },
    outcomes: { ...NONE, ...(read.isRecord(row.outcomes) ? row.outcomes : {}) },
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

const NONE = { open: 0, passed: 0, failed: 0, excused: 0, cancelled: 0 };

function toBlock(row: Row): DrawBlock | undefined {
  const blockNumber = read.optionalNumber(row, 'block_number');
  if (blockNumber === undefined) return undefined;
  return {
    number: blockNumber,
    hash: read.bytes(row, 'block_hash'),
    time: read.date(row, 'block_time'),
    header: read.optionalBytes(row, 'header'),
    notShown: read.optionalText(row, 'not_shown'),
    previous: read.optionalBytes(row, 'previous'),
  };
}

function isRequester(value: unknown): value is Requester {
  return read.isRecord(value) && typeof value.type === 'string' && typeof value.id === 'string';
}
