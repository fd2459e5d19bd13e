/**
 * The common part of `sello members import` and `sello roster`: read a file of rows, send it, and report the result.
 */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProgressBar } from './progress-bar.ts';
import { CommandFailed, UsageError } from './usage.ts';

/** A file of rows, as it is posted. */
type TableToPost = {
  name: string;
  size: number;
  body: { csv: Uint8Array } | Readonly<Record<string, unknown>>;
  idempotencyKey: string;
};

/** The server's report on the rows of a roster or an import. */
type PostingReport = {
  id: string | null;
  summary: { rows: number; created: number; duplicate: number; rejected: number };
  encoding: string | null;
  ignored_columns: readonly string[];
  problems: readonly {
    row: number;
    status: string;
    error: string | null;
    message: string | null;
    member_id?: string | null;
    award_id?: string | null;
  }[];
};

export async function readTableFile(file: string, what: string): Promise<TableToPost> {
  const content = await readFile(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
  const isJson = path.extname(file).toLowerCase() === '.json';
  return {
    name: path.basename(file),
    size: content.length,
    body: isJson ? asBody(content, file) : { csv: content },
    // All attempts of this run use the same key, so that nothing is entered twice if an answer is lost.
    idempotencyKey: `${what}-${randomUUID()}`,
  };
}

/** The body to send. A file may contain the whole body or just its rows. */
function asBody(content: Uint8Array, file: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(content));
    if (Array.isArray(json)) return { rows: json };
    if (typeof json === 'object' && json !== null) return { ...json };
  } catch {
    // The usage error below reports it.
  }
  throw new UsageError(`${file} is not JSON with rows.`);
}

/** Shows how much was sent, and after that shows that the server is working. */
export function showSending(bar: ProgressBar, { name, size }: TableToPost, isDryRun: boolean) {
  return ({ loaded }: { loaded: number }) =>
    loaded < size
      ? bar.show(name, 'sending', loaded / size)
      : bar.show(name, isDryRun ? 'judging' : 'entering', undefined);
}

/** `counts` are texts for the person. `rows` is where the rest of the problems can be read. */
export function tellReport(
  bar: ProgressBar,
  report: PostingReport,
  { isDryRun, counts, rows }: { isDryRun: boolean; counts: string; rows: string },
): void {
  const { id, summary, encoding, ignored_columns, problems } = report;
  const dry = isDryRun ? 'Nothing was stored. ' : '';
  bar.say(`${dry}${summary.rows} rows: ${counts}${id === null ? '' : `  ${id}`}`);
  if (encoding === 'windows-1252')
    bar.say('Read as Windows-1252. If accents look wrong, save the table as CSV UTF-8.');
  if (ignored_columns.length > 0) bar.say(`Ignored columns: ${ignored_columns.join(', ')}`);
  if (problems.length > 0) {
    const lines = problems.map(({ row, status, error, message, member_id, award_id }) => [
      String(row),
      status,
      error ?? '',
      message ?? member_id ?? award_id ?? '',
    ]);
    bar.say('');
    for (const line of toTextTable(['row', 'status', 'error', 'what to do'], lines)) bar.say(line);
  }
  const unlisted = summary.duplicate + summary.rejected - problems.length;
  if (unlisted > 0 && id !== null) bar.say(`… and ${unlisted} more: GET ${rows}?format=csv`);
  if (summary.rejected > 0)
    throw new CommandFailed(`${summary.rejected} of ${summary.rows} rows were rejected.`);
}

/** Formats a table. Columns are as wide as their content, and the last one is not padded. */
function toTextTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
