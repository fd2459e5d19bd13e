/** Reads and writes test clocks. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { ClockId, MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Clock } from './clock.ts';

type Ports = Pick<Tools, 'query'>;

const COLUMNS = 'c.id, c.name, c.day, c.target, c.created_at, c.updated_at';

export async function listClocks(tools: Ports, owner: Owner, asked: ListQuery) {
  const source = { prefix: 'clk', columns: COLUMNS, table: 'clocks', alias: 'c' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, ownedBy(owner, 'c'));
  return { clocks: rows.map(toClock), pagination };
}

/** With `for update`, the clock's day and members cannot change until the transaction ends. */
export async function findClock(
  { query }: Ports,
  { accountId, livemode }: Owner,
  clockId: ClockId,
  lock: '' | 'for update' = '',
): Promise<Clock | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from clocks c where c.account_id = $1 and c.livemode = $2 and c.id = $3 ${lock}`,
    [accountId, livemode, clockId],
    lock === '' ? 'find-clock' : 'clock-to-change',
  );
  return row && toClock(row);
}

export async function countClocks({ query }: Ports, { accountId }: Owner): Promise<number> {
  // Calls that make clocks wait for each other, so that two of them cannot both pass the limit.
  await query('select from accounts where id = $1 for no key update', [accountId], 'account-of-clocks');
  const rows = await query(
    'select count(*)::integer as clocks from clocks where account_id = $1',
    [accountId],
    'count-clocks',
  );
  return read.number(read.firstRow(rows), 'clocks');
}

export async function insertClock({ query }: Ports, { accountId }: Owner, clock: Clock): Promise<void> {
  await query(
    `insert into clocks (id, account_id, livemode, name, day, created_at, updated_at)
     values ($1, $2, false, $3, $4, $5, $5)`,
    [clock.id, accountId, clock.name, clock.day, clock.createdAt],
    'insert-clock',
  );
}

export async function writeDay(
  { query }: Ports,
  { id: clockId, day, target, updatedAt }: Clock,
): Promise<void> {
  await query(
    'update clocks set day = $2, target = $3, updated_at = $4 where id = $1',
    [clockId, day, target, updatedAt],
    'move-clock',
  );
}

export async function membersUnder(
  { query }: Ports,
  { accountId }: Owner,
  clockId: ClockId,
): Promise<MemberId[]> {
  const rows = await query(
    'select id from members where account_id = $1 and clock_id = $2 order by id',
    [accountId, clockId],
    'members-under-clock',
  );
  return rows.map((row) => read.id('mem', row, 'id'));
}

type MovingClock = { owner: Owner; clock: Clock; target: string };

/** The clocks that have a target, the one moved longest ago first. */
export async function clocksOnTheirWay(query: Query, most: number): Promise<ClockId[]> {
  const rows = await query(
    'select id from clocks where target is not null order by updated_at, id limit $1',
    [most],
    'clocks-on-their-way',
  );
  return rows.map((row) => read.id('clk', row, 'id'));
}

/** Locks a clock that has a target. Undefined if another process is moving it, or if it has arrived or was deleted. */
export async function takeMovingClock(query: Query, clockId: ClockId): Promise<MovingClock | undefined> {
  const [row] = await query(
    `select ${COLUMNS}, c.account_id from clocks c where c.id = $1 and c.target is not null for update skip locked`,
    [clockId],
    'take-moving-clock',
  );
  if (row === undefined) return undefined;
  const owner = { accountId: read.id('acct', row, 'account_id'), livemode: false };
  return { owner, clock: toClock(row), target: read.text(row, 'target') };
}

function toClock(row: Row): Clock {
  return {
    id: read.id('clk', row, 'id'),
    name: read.optionalText(row, 'name'),
    day: read.text(row, 'day'),
    target: read.optionalText(row, 'target'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
