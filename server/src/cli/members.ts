/** `sello members import FILE`: enters members from a table against a server. */

import type { Sello } from '@sello/sdk/source';
import { asFailure, connect, readConnection } from './shared/connect.ts';
import { readTableFile, showSending, tellReport } from './shared/post-table.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError } from './shared/usage.ts';

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  'on-conflict': { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

const ON_CONFLICT = ['skip', 'update', 'fail'] as const;

/** The server checks the rows and names the problems. */
type ImportBody = Parameters<Sello['members']['import']>[0];

export async function membersCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'import') throw new UsageError('The command is: sello members import FILE');
  const { values, positionals } = readArguments(args, OPTIONS);
  const [file, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  const wanted = values['on-conflict'] ?? 'skip';
  const onConflict = ON_CONFLICT.find((word) => word === wanted);
  if (onConflict === undefined)
    throw new UsageError(`--on-conflict must be one of ${ON_CONFLICT.join(', ')}.`);
  const connection = readConnection(values, terminal);
  const table = await readTableFile(required(file, 'The file'), 'import');
  const isDryRun = values['dry-run'] === true;
  const bar = makeProgressBar(terminal);
  const sello = connect(connection, bar.say);
  try {
    const report = await sello.members.import(table.body as ImportBody, {
      query: { dry_run: isDryRun ? 'true' : 'false', on_conflict: onConflict },
      idempotencyKey: table.idempotencyKey,
      onProgress: showSending(bar, table, isDryRun),
    });
    const { created, updated, duplicate, rejected } = report.summary;
    const counts = `${created} new, ${updated} changed, ${duplicate} known already, ${rejected} rejected`;
    tellReport(bar, report, { isDryRun, counts, rows: `/imports/${report.id}/rows` });
  } catch (error) {
    throw asFailure(error);
  } finally {
    bar.end();
  }
}
