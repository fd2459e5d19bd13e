/** `sello members import FILE`: enters members from a table against a server. */

import { makeApiClient, type PostingReport } from './api-client.ts';
import { readConnection, readTableFile, showSending, tellReport } from './post-table.ts';
import { makeProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { readArguments, required, UsageError } from './usage.ts';

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  'on-conflict': { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

const ON_CONFLICT = ['skip', 'update', 'fail'];

export async function membersCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'import') throw new UsageError('The command is: sello members import FILE');
  const { values, positionals } = readArguments(args, OPTIONS);
  const [file, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  const onConflict = values['on-conflict'] ?? 'skip';
  if (!ON_CONFLICT.includes(onConflict))
    throw new UsageError(`--on-conflict must be one of ${ON_CONFLICT.join(', ')}.`);
  const { url, key } = readConnection(values, terminal);
  const table = await readTableFile(required(file, 'The file'), 'import');
  const isDryRun = values['dry-run'] === true;
  const bar = makeProgressBar(terminal);
  const client = makeApiClient(url, key, bar.say);
  try {
    const path = `/members/import?dry_run=${isDryRun}&on_conflict=${onConflict}`;
    const { import: report } = (await client.postTable(path, table, showSending(bar, table, isDryRun))) as {
      import: PostingReport & { summary: { updated: number } };
    };
    const { created, updated, duplicate, rejected } = report.summary;
    const counts = `${created} new, ${updated} changed, ${duplicate} known already, ${rejected} rejected`;
    tellReport(bar, report, { isDryRun, counts, rows: `/imports/${report.id}/rows` });
  } finally {
    bar.end();
    await client.close();
  }
}
