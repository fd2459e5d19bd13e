/** `sello members import FILE`: enters members from a table against a server. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ApiClient, type ImportReport, makeApiClient, type TableToImport } from './api-client.ts';
import { makeProgressBar, type ProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { toTextTable } from './text-table.ts';
import { CommandFailed, readArguments, required, UsageError } from './usage.ts';

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
  const url = required(
    values.url ?? terminal.env.SELLO_URL,
    'The setting SELLO_URL (the address of the server)',
  );
  const key = required(
    values.key ?? terminal.env.SELLO_API_KEY,
    'The API key (--key, or the setting SELLO_API_KEY)',
  );
  const table = await readTableFile(required(file, 'The file'), onConflict, values['dry-run'] === true);
  const bar = makeProgressBar(terminal);
  const client = makeApiClient(url, key, bar.say);
  try {
    tell(await send(client, table, bar), table.isDryRun, bar);
  } finally {
    bar.end();
    await client.close();
  }
}

async function readTableFile(file: string, onConflict: string, isDryRun: boolean): Promise<TableToImport> {
  const content = await readFile(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
  const isJson = path.extname(file).toLowerCase() === '.json';
  return {
    name: path.basename(file),
    content: isJson ? asBody(content, file) : content,
    type: isJson ? 'application/json' : 'text/csv',
    onConflict,
    isDryRun,
    // One for all tries of this run: an answer that was lost on the way does not enter anybody twice.
    idempotencyKey: `import-${randomUUID()}`,
  };
}

/** A file may hold the rows alone. */
function asBody(content: Uint8Array, file: string): Uint8Array {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(content));
    return Array.isArray(json) ? Buffer.from(JSON.stringify({ rows: json })) : content;
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
}

function send(client: ApiClient, table: TableToImport, bar: ProgressBar): Promise<ImportReport> {
  const size = table.content.length;
  return client.importMembers(table, (sent) =>
    sent < size
      ? bar.show(table.name, 'sending', sent / size)
      : bar.show(table.name, table.isDryRun ? 'judging' : 'entering', undefined),
  );
}

function tell(
  { id, summary, encoding, ignored_columns, problems }: ImportReport,
  isDryRun: boolean,
  bar: ProgressBar,
) {
  const { rows, created, updated, duplicate, rejected } = summary;
  const counts = `${created} new, ${updated} changed, ${duplicate} known already, ${rejected} rejected`;
  bar.say(`${isDryRun ? 'Nothing was stored. ' : ''}${rows} rows: ${counts}${id === null ? '' : `  ${id}`}`);
  if (encoding === 'windows-1252')
    bar.say('Read as Windows-1252. If accents look wrong, save the table as CSV UTF-8.');
  if (ignored_columns.length > 0) bar.say(`Ignored columns: ${ignored_columns.join(', ')}`);
  if (problems.length > 0) {
    const lines = problems.map(({ row, status, error, message, member_id }) => [
      String(row),
      status,
      error ?? '',
      message ?? member_id ?? '',
    ]);
    bar.say('');
    for (const line of toTextTable(['row', 'status', 'error', 'what to do'], lines)) bar.say(line);
  }
  const unlisted = duplicate + rejected - problems.length;
  if (unlisted > 0 && id !== null) bar.say(`… and ${unlisted} more: GET /imports/${id}/rows?format=csv`);
  if (rejected > 0) throw new CommandFailed(`${rejected} of ${rows} rows were rejected.`);
}
