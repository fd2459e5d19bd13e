/**
 * Figures of a council in few statements. One reads an index of memberships from end to end, once for all standings and
 * months, and never the table: it grows with the memberships (11,000 pages for a million). What waits is counted up to
 * ten thousand.
 */

import type { Row } from '../../database/pool.ts';
import { boolean, firstRow, number, optionalText, text } from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { addDays, addMonthsTo } from '../chains/days.ts';
import { STANDINGS, type Standing } from '../chains/standing.ts';
import type { Tools } from '../operations/operation.ts';
import type { Overview } from './overview.ts';

const MOST_COUNTED = 10_000;
const SPANS = [30, 60, 90] as const;
const MONTHS = 12;

type Ports = Pick<Tools, 'query'>;

export async function readOverview(ports: Ports, owner: Owner, today: string): Promise<Overview> {
  const [groups, programs, waiting] = await Promise.all([
    countGroups(ports, owner, today),
    listPrograms(ports, owner),
    countWaiting(ports, owner),
  ]);
  return {
    as_of: today,
    programs: programs.map((program) => ({
      ...program,
      ...figuresOf(
        groups.filter(({ programId }) => programId === program.id),
        today,
      ),
    })),
    months: monthsOf(groups, today),
    ...waiting,
  };
}

/** Memberships of a program with the same standing; of those that end in the next year, with the same last day. */
type Group = {
  programId: string;
  standing: Standing;
  endsOn: string | undefined;
  isMet: boolean;
  count: number;
};

async function countGroups(
  { query }: Ports,
  { accountId, livemode }: Owner,
  today: string,
): Promise<Group[]> {
  const rows = await query(
    `select program_id, standing, ends_on, is_met, count(*)::integer as count from (
       select program_id,
              case when effective_status <> 'active' then effective_status
                   when starts_on > $3::date then 'scheduled'
                   when lapses_on <= $3::date then 'lapsed'
                   when valid_until < $3::date then 'grace'
                   else 'current' end as standing,
              case when effective_status = 'active' and valid_until between $3::date and $4::date then valid_until end as ends_on,
              effective_status = 'active' and valid_until between $3::date and $4::date and term_met as is_met
         from memberships where account_id = $1 and livemode = $2) m
      group by program_id, standing, ends_on, is_met`,
    [accountId, livemode, today, addDays(endOfMonths(today), -1)],
    'overview-groups',
  );
  return rows.map((row) => ({
    programId: text(row, 'program_id'),
    standing: standingOf(row),
    endsOn: optionalText(row, 'ends_on'),
    isMet: boolean(row, 'is_met'),
    count: number(row, 'count'),
  }));
}

function standingOf(row: Row): Standing {
  const name = text(row, 'standing');
  const found = STANDINGS.find((standing) => standing === name);
  if (found === undefined) throw new Error(`there is no standing ${name}`);
  return found;
}

/** The first day after the twelve months that are shown. */
function endOfMonths(today: string): string {
  return addMonthsTo(`${today.slice(0, 7)}-01`, MONTHS);
}

function figuresOf(groups: readonly Group[], today: string) {
  const sum = (those: readonly Group[]) => those.reduce((total, { count }) => total + count, 0);
  const standings = Object.fromEntries(
    STANDINGS.map((name) => [name, sum(groups.filter(({ standing }) => standing === name))]),
  ) as Record<Standing, number>;
  const ending = SPANS.map((days) => {
    const last = addDays(today, days);
    const those = groups.filter(({ endsOn }) => endsOn !== undefined && endsOn <= last);
    return {
      within_days: days,
      last_day: last,
      count: sum(those),
      met: sum(those.filter(({ isMet }) => isMet)),
    };
  });
  return { standings, ending };
}

function monthsOf(groups: readonly Group[], today: string): Overview['months'] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: MONTHS }, (_, n) => addMonthsTo(first, n).slice(0, 7)).map((month) => {
    const those = groups.filter(({ endsOn }) => endsOn?.startsWith(month));
    const sum = (all: readonly Group[]) => all.reduce((total, { count }) => total + count, 0);
    return { month, ends: sum(those), met: sum(those.filter(({ isMet }) => isMet)) };
  });
}

async function listPrograms({ query }: Ports, { accountId, livemode }: Owner) {
  const rows = await query(
    `select id, name, status, unit from programs where account_id = $1 and livemode = $2 and status <> 'draft'
      order by status, id desc limit 100`,
    [accountId, livemode],
    'overview-programs',
  );
  return rows.map((row) => ({
    id: text(row, 'id'),
    name: text(row, 'name'),
    status: text(row, 'status'),
    unit: text(row, 'unit'),
  }));
}

async function countWaiting({ query }: Ports, { accountId, livemode }: Owner) {
  const counted = (table: string, status: string) =>
    `(select count(*)::integer from (select from ${table} where account_id = $1 and livemode = $2
        and status = '${status}' limit ${MOST_COUNTED + 1}) t)`;
  const row = firstRow(
    await query(
      `select ${counted('awards', 'pending')} as awards, ${counted('courses', 'proposed')} as courses,
              ${counted('renewals', 'requested')} as renewals`,
      [accountId, livemode],
      'overview-waiting',
    ),
  );
  const atMost = (column: string) => {
    const count = number(row, column);
    return { count: Math.min(count, MOST_COUNTED), more: count > MOST_COUNTED };
  };
  return {
    awards_pending: atMost('awards'),
    courses_proposed: atMost('courses'),
    renewals_requested: atMost('renewals'),
  };
}
