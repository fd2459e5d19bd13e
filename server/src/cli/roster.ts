/** `sello roster FILE --course ID`: sends the list of people who attended a course to a server. */

import type { Sello } from '@sello/sdk/source';
import { asFailure, connect, readConnection } from './shared/connect.ts';
import { readTableFile, showSending, tellReport } from './shared/post-table.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError } from './shared/usage.ts';

const OPTIONS = {
  course: { type: 'string' },
  'dry-run': { type: 'boolean' },
  approve: { type: 'boolean' },
  'all-or-nothing': { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

/** The server checks the rows and names the problems. */
type RosterBody = Parameters<Sello['rosters']['post']>[1];

export async function rosterCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [file, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  const course = required(values.course, 'The course (--course)');
  const connection = readConnection(values, terminal);
  const table = await readTableFile(required(file, 'The file'), 'roster');
  const isDryRun = values['dry-run'] === true;
  const flag = (isSet: boolean | undefined) => (isSet === true ? 'true' : 'false');
  const bar = makeProgressBar(terminal);
  const sello = connect(connection, bar.say);
  try {
    const roster = await sello.rosters.post(course, table.body as RosterBody, {
      query: {
        dry_run: flag(isDryRun),
        approve: flag(values.approve),
        all_or_nothing: flag(values['all-or-nothing']),
      },
      idempotencyKey: table.idempotencyKey,
      onProgress: showSending(bar, table, isDryRun),
    });
    if (roster.status === 'applied_nothing') bar.say('No row was stored, because some were rejected.');
    const { created, duplicate, rejected } = roster.summary;
    const counts = `${created} awarded, ${duplicate} had their award already, ${rejected} rejected`;
    tellReport(bar, roster, { isDryRun, counts, rows: `/rosters/${roster.id}/rows` });
  } catch (error) {
    throw asFailure(error);
  } finally {
    bar.end();
  }
}
