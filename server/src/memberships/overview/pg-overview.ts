/**
 * Reads the figures of a council in few statements. Standings, ends and months are sums of stored counts
 * (`pg-tallies.ts`). How many counts there are depends on the number of days, not of members. Pending records are
 * counted only up to ten thousand.
 */

import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { underNoClock } from '../clocks/clock-filter.ts';
import { reviewWaits } from '../draws/pg-reviews.ts';
import { addDays, addMonthsTo } from '../standing/days.ts';
import type { Standing } from '../standing/standing.ts';
import type { Overview } from './overview.ts';

const MOST_COUNTED = 10_000;
const SPANS = [30, 60, 90] as const;
const MONTHS = 12;

type Ports = Pick<Tools, 'query'>;

export async function readOverview(ports: Ports, owner: Owner, today: string): Promise<Overview> {
  const [tallies, programs, waiting] = await Promise.all([
    readTallies(ports, owner, today),
    listPrograms(ports, owner),
    countWaiting(ports, owner, today),
  ]);
  return {
    as_of: today,
    programs: programs.map((program) => ({
      ...program,
      ...figuresOf(
        tallies.filter(({ programId }) => programId === program.id),
        today,
      ),
    })),
    months: monthsOf(tallies, today),
    ...waiting,
  };
}

/**
 * How many memberships of a program are counted under this name. Those that end in the next year are counted by their
 * last day.
 */
type Tally = {
  programId: string;
  name: TallyName;
  endsOn: string | undefined;
  isMet: boolean;
  count: number;
};

/** `over`: the membership ended before today, whether or not it has lapsed. */
const TALLY_NAMES = [
  'active',
  'suspended',
  'ended',
  'scheduled',
  'lapsed',
  'over',
  'ending',
  'lost',
  'lost_over',
  'lost_lapsed',
] as const;
type TallyName = (typeof TALLY_NAMES)[number];

/**
 * In test mode, members under clocks are not counted, because they live on other days. They are few, so they are
 * subtracted.
 */
const WITHOUT_CLOCKED = `
  select account_id, livemode, program_id, kind, day, is_met, count from membership_tallies
  union all
  select m.account_id, m.livemode, m.program_id, k.kind, k.day, k.is_met, -1
    from members c join memberships m on m.member_id = c.id
   cross join tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
   where c.account_id = $1 and c.clock_id is not null`;

async function readTallies(
  { query }: Ports,
  { accountId, livemode }: Owner,
  today: string,
): Promise<Tally[]> {
  const kept = livemode ? 'membership_tallies' : `(${WITHOUT_CLOCKED}) t`;
  const own = livemode ? 'true' : underNoClock('m.member_id');
  const rows = await query(
    `select program_id, name, ends_on, is_met, sum(count)::integer as count from (
       select program_id, kind as name, null::date as ends_on, false as is_met, count from ${kept}
        where account_id = $1 and livemode = $2 and kind in ('active', 'suspended', 'ended')
       union all
       select program_id, 'scheduled', null, false, count from ${kept}
        where account_id = $1 and livemode = $2 and kind = 'starts' and day > $3::date
       union all
       select program_id, 'lapsed', null, false, count from ${kept}
        where account_id = $1 and livemode = $2 and kind = 'lapses' and day <= $3::date
       union all
       select program_id, 'over', null, false, count from ${kept}
        where account_id = $1 and livemode = $2 and kind = 'ends' and day < $3::date
       union all
       select program_id, k.name, null, false, 1 from memberships m
        cross join lateral (values ('lost'), (case when valid_until < $3::date then 'lost_over' end),
                                   (case when lapses_on <= $3::date then 'lost_lapsed' end)) k (name)
        where account_id = $1 and livemode = $2 and lost_on <= $3::date and starts_on <= $3::date
          and effective_status = 'active' and k.name is not null and ${own}
       union all
       select program_id, 'ending', day, is_met, count from ${kept}
        where account_id = $1 and livemode = $2 and kind = 'ends' and day between $3::date and $4::date) t
      group by program_id, name, ends_on, is_met`,
    [accountId, livemode, today, addDays(endOfMonths(today), -1)],
    livemode ? 'overview-tallies' : 'overview-tallies-of-test-mode',
  );
  return rows.map((row) => ({
    programId: read.text(row, 'program_id'),
    name: read.oneOf(row, 'name', TALLY_NAMES),
    endsOn: read.optionalText(row, 'ends_on'),
    isMet: read.boolean(row, 'is_met'),
    count: read.number(row, 'count'),
  }));
}

/**
 * How many memberships have each standing. A membership begins before it ends and ends before it lapses, so each active
 * one is counted in exactly one standing. The few that lost their standing are counted with a separate index.
 */
function standingsOf(tallies: readonly Tally[]): Record<Standing, number> {
  const of = (name: TallyName) => sum(tallies.filter((tally) => tally.name === name));
  return {
    scheduled: of('scheduled'),
    delinquent: of('lost'),
    current: of('active') - of('scheduled') - of('over') - (of('lost') - of('lost_over')),
    grace: of('over') - of('lapsed') - (of('lost_over') - of('lost_lapsed')),
    lapsed: of('lapsed') - of('lost_lapsed'),
    suspended: of('suspended'),
    ended: of('ended'),
  };
}

function sum(tallies: readonly Tally[]): number {
  return tallies.reduce((total, { count }) => total + count, 0);
}

/** The first day after the twelve months that are shown. */
function endOfMonths(today: string): string {
  return addMonthsTo(`${today.slice(0, 7)}-01`, MONTHS);
}

function figuresOf(tallies: readonly Tally[], today: string) {
  const ending = SPANS.map((days) => {
    const last = addDays(today, days);
    const those = tallies.filter(({ endsOn }) => endsOn !== undefined && endsOn <= last);
    return {
      within_days: days,
      last_day: last,
      count: sum(those),
      met: sum(those.filter(({ isMet }) => isMet)),
    };
  });
  return { standings: standingsOf(tallies), ending };
}

function monthsOf(tallies: readonly Tally[], today: string): Overview['months'] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: MONTHS }, (_, n) => addMonthsTo(first, n).slice(0, 7)).map((month) => {
    const those = tallies.filter(({ endsOn }) => endsOn?.startsWith(month));
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
    id: read.text(row, 'id'),
    name: read.text(row, 'name'),
    status: read.text(row, 'status'),
    unit: read.text(row, 'unit'),
  }));
}

/** Reviews are found by their draws, of which there are few. */
const REVIEWS_TO_DECIDE = `
  (select count(*)::integer from (
     select from draws d join reviews r on r.draw_id = d.id
      where d.account_id = $1 and d.livemode = $2 and ${reviewWaits('$3')} limit ${MOST_COUNTED + 1}) t)`;

async function countWaiting({ query }: Ports, { accountId, livemode }: Owner, today: string) {
  const counted = (table: string, status: string) =>
    `(select count(*)::integer from (select from ${table} where account_id = $1 and livemode = $2
        and status = '${status}' limit ${MOST_COUNTED + 1}) t)`;
  const row = read.firstRow(
    await query(
      `select ${counted('awards', 'pending')} as awards, ${counted('courses', 'proposed')} as courses,
              ${counted('renewals', 'requested')} as renewals, ${counted('member_requests', 'pending')} as corrections,
              ${REVIEWS_TO_DECIDE} as reviews`,
      [accountId, livemode, today],
      'overview-waiting',
    ),
  );
  const atMost = (column: string) => {
    const count = read.number(row, column);
    return { count: Math.min(count, MOST_COUNTED), more: count > MOST_COUNTED };
  };
  return {
    awards_pending: atMost('awards'),
    courses_proposed: atMost('courses'),
    renewals_requested: atMost('renewals'),
    corrections_requested: atMost('corrections'),
    reviews_to_decide: atMost('reviews'),
  };
}
