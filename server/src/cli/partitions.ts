/** `sello partitions`: shows how the time stamps are divided by month, and moves old ones to cheaper disks. */

import type { DatabaseAddress } from '../database/address.ts';
import { openForCommand } from '../database/open-database.ts';
import type { Database, Query } from '../database/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { momentOfId } from '../kernel/ids.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { idsOf, type Month, monthOf, parseMonth } from '../upkeep/partitions/month.ts';
import { assertTablespace, movePartition } from '../upkeep/partitions/move-partition.ts';
import { type PartitionSize, readPartitionSizes } from '../upkeep/partitions/pg-partitions.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, UsageError, unknownSubverb } from './shared/usage.ts';

type Place = { database: Database; address: DatabaseAddress; terminal: Terminal };

export async function partitionsCommand(args: string[], terminal: Terminal): Promise<void> {
  const [verb] = args;
  if (verb === undefined || verb.startsWith('-')) {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean' } });
    refuseArguments(positionals);
    return withDatabase(terminal, (place) => list(place, values.json ?? false));
  }
  if (verb !== 'move') throw unknownSubverb('partitions', verb, ['move']);
  const { values, positionals } = readArguments(args.slice(1), {
    before: { type: 'string' },
    to: { type: 'string' },
  });
  refuseArguments(positionals);
  const before = readBefore(
    required(values.before, 'The month (--before 2026-01)'),
    systemSurroundings(silentLogger).now,
  );
  const tablespace = required(values.to, 'The tablespace (--to NAME)');
  return withDatabase(terminal, (place) => move(place, before, tablespace));
}

async function withDatabase(terminal: Terminal, work: (place: Place) => Promise<void>): Promise<void> {
  const onClose: OnClose = [];
  try {
    await work({ ...(await openForCommand(readOperatorConfig(terminal), silentLogger, onClose)), terminal });
  } finally {
    await closeAll(onClose);
  }
}

/**
 * Reads the month before which partitions are moved. The current month cannot be moved, because inserts would wait for
 * it.
 */
function readBefore(text: string, now: Clock): Month {
  const month = parseMonth(text);
  if (month === undefined) throw new UsageError(`--before must be a month like 2026-01; it is "${text}".`);
  const present = monthOf(now());
  if (month > present)
    throw new UsageError(
      `--before must not be later than ${present}: certificates of this month are still being made.`,
    );
  return month;
}

async function list({ database, terminal }: Place, isJson: boolean): Promise<void> {
  const partitions = await readPartitionSizes(asking(database));
  if (isJson) return terminal.out(JSON.stringify(partitions.map(asJson), null, 2));
  const rows = partitions.map((one) => [spanOf(one), count(one.rows), size(one.bytes), one.tablespace]);
  for (const line of columns([['made', 'about', 'size', 'tablespace'], ...rows])) terminal.out(line);
  const strays = partitions.find(({ range }) => range === undefined)?.rows ?? 0;
  if (strays > 0)
    terminal.out(
      'Rows in no month come from a wrong clock, or no worker is running; sello fsck counts them.',
    );
}

async function move(
  { database, address, terminal }: Place,
  before: Month,
  tablespace: string,
): Promise<void> {
  const query = asking(database);
  await assertTablespace(query, tablespace);
  const end = idsOf(before).from;
  const old = (await readPartitionSizes(query)).flatMap((one) =>
    one.range !== undefined && one.range.to <= end && one.tablespace !== tablespace
      ? [{ ...one, range: one.range }]
      : [],
  );
  if (old.length === 0)
    return terminal.out(`No partition that ends before ${before} is outside ${tablespace}.`);
  terminal.out(
    'Everything can be read while rows are copied. At the end of each partition, reading a time stamp or making a certificate waits for an instant, at most 0.3 s at a time.',
  );
  const bar = makeProgressBar(terminal);
  for (const one of old) {
    const what = `${spanOf(one)}, ${size(one.bytes)}`;
    await movePartition(
      address,
      { name: one.name, ...one.range },
      { tablespace, onProgress: (done) => bar.show('sello partitions move', what, done) },
    );
    bar.say(`${what}: moved from ${one.tablespace} to ${tablespace}.`);
  }
  bar.end();
}

function asking(database: Database): Query {
  return (statement, params = []) => database.query(statement, params);
}

function spanOf({ range }: PartitionSize): string {
  if (range === undefined) return 'in no month';
  const [from, to] = [dayOf(range.from), dayOf(range.to)];
  return from === undefined ? `before ${to ?? 'ever after'}` : `${from} to ${to}`;
}

/** The day of a partition's bound. Bounds are the first moments of months. */
function dayOf(id: string | undefined): string | undefined {
  return id === undefined ? undefined : momentOfId(id)?.toISOString().slice(0, 10);
}

function asJson({ name, range, rows, bytes, tablespace }: PartitionSize) {
  return { name, from: dayOf(range?.from), to: dayOf(range?.to), rows, bytes, tablespace };
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === 1 || at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
