/**
 * Notes from which leaf on the journal has everything that was signed. Earlier leaves were deleted, or were signed
 * before the journal began. The note is in the database, so that a check notices if the whole journal is lost.
 */

import { makeOperatorNotes, readOperatorNotes } from '../../database/pg-operator-notes.ts';
import type { Database } from '../../database/pool.ts';

const NOTE = 'journal_start';

/** Reads the note. Undefined if no version has written one yet; `off` if no journal is kept. */
export async function readJournalStart(
  database: Pick<Database, 'query'>,
): Promise<number | 'off' | undefined> {
  const found = (await readOperatorNotes(database)).find(({ name }) => name === NOTE)?.details.from;
  if (found === undefined || found === 'off') return found;
  const from = Number(found);
  return Number.isSafeInteger(from) ? from : undefined;
}

export async function noteJournalStart(
  database: Pick<Database, 'query'>,
  from: number | 'off',
  now: Date,
): Promise<void> {
  await makeOperatorNotes(database).write(NOTE, { from: String(from) }, now);
}
