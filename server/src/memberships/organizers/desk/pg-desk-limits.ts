/**
 * Limits how much an organiser may send in a day. All of its people share this limit; other organisers have their own.
 */

import * as read from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Tools } from '../../../operations/operation.ts';
import { findOrganizer } from '../pg-organizers.ts';
import type { DeskWho } from './desk-operation.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

const DAY_MS = 24 * 3_600_000;

const MOST_PROPOSALS_A_DAY = 50;
export const MOST_ROSTERS_A_DAY = 50;
/**
 * More than the largest congress needs. Whoever tries out identifiers by the thousand shows in the organiser's record.
 */
export const MOST_ROWS_A_DAY = 10_000;

export async function assertMayPropose(tools: Ports, who: DeskWho): Promise<void> {
  await lock(tools, who);
  const [row] = await tools.query(
    'select count(*)::integer as proposed from courses where organizer_id = $1 and created_at > $2',
    [who.session.organizer.id, dayAgo(tools)],
    'proposed-of-late',
  );
  if (row !== undefined && read.number(row, 'proposed') >= MOST_PROPOSALS_A_DAY)
    throw tooMuch(`${MOST_PROPOSALS_A_DAY} courses`, `${MOST_PROPOSALS_A_DAY} cursos`);
}

export async function assertMayPost(tools: Ports, who: DeskWho, rows: number): Promise<void> {
  await lock(tools, who);
  const counted = await tools.query(
    `select count(*)::integer as rosters, coalesce(sum(rows), 0)::integer as rows from postings
      where organizer_id = $1 and created_at > $2`,
    [who.session.organizer.id, dayAgo(tools)],
    'posted-of-late',
  );
  const before = read.firstRow(counted);
  if (read.number(before, 'rosters') >= MOST_ROSTERS_A_DAY)
    throw tooMuch(`${MOST_ROSTERS_A_DAY} rosters`, `${MOST_ROSTERS_A_DAY} listas`);
  if (read.number(before, 'rows') + rows > MOST_ROWS_A_DAY)
    throw tooMuch(`${MOST_ROWS_A_DAY} rows`, `${MOST_ROWS_A_DAY} filas`);
}

/** Locks the organiser, so that of two simultaneous requests the second one counts what the first one sent. */
async function lock(tools: Ports, who: DeskWho): Promise<void> {
  await findOrganizer(tools, who, who.session.organizer.id, 'for no key update');
}

function dayAgo({ now }: Ports): Date {
  return new Date(now().getTime() - DAY_MS);
}

function tooMuch(en: string, es: string): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: `An organiser may send ${en} in 24 hours. Send the rest tomorrow, or ask the council.`,
      es: `Un organizador puede enviar ${es} en 24 horas. Envíe el resto mañana o pregunte al consejo.`,
    },
    { retryAfterSeconds: 3_600 },
  );
}
