/** `sello roster FILE --course ID`: posts who was at a course against a server. */

import { makeApiClient, type PostingReport } from './api-client.ts';
import { readConnection, readTableFile, showSending, tellReport } from './post-table.ts';
import { makeProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { readArguments, required, UsageError } from './usage.ts';

const OPTIONS = {
  course: { type: 'string' },
  'dry-run': { type: 'boolean' },
  approve: { type: 'boolean' },
  'all-or-nothing': { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

export async function rosterCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [file, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  const course = required(values.course, 'The course (--course)');
  const { url, key } = readConnection(values, terminal);
  const table = await readTableFile(required(file, 'The file'), 'roster');
  const isDryRun = values['dry-run'] === true;
  const flags = new URLSearchParams({
    dry_run: String(isDryRun),
    approve: String(values.approve === true),
    all_or_nothing: String(values['all-or-nothing'] === true),
  });
  const bar = makeProgressBar(terminal);
  const client = makeApiClient(url, key, bar.say);
  try {
    const path = `/courses/${encodeURIComponent(course)}/rosters?${flags}`;
    const { roster } = (await client.postTable(path, table, showSending(bar, table, isDryRun))) as {
      roster: PostingReport & { status: string };
    };
    if (roster.status === 'applied_nothing') bar.say('No row was stored, because some were rejected.');
    const { created, duplicate, rejected } = roster.summary;
    const counts = `${created} awarded, ${duplicate} had their award already, ${rejected} rejected`;
    tellReport(bar, roster, { isDryRun, counts, rows: `/rosters/${roster.id}/rows` });
  } finally {
    bar.end();
    await client.close();
  }
}
