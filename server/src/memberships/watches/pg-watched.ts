/** The members whom watches name, and their standings. */

import * as read from '../../database/row-reader.ts';
import type { AccountId, MemberId } from '../../kernel/ids.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools } from '../../operations/operation.ts';
import { dayIn } from '../calendar.ts';
import { MEMBERSHIP_STATUSES, standingOn } from '../standing/standing.ts';
import type { WatchedStanding } from './watch.ts';

type Ports = Pick<Tools, 'query'>;

export type NamedMember = {
  /** The position in the list of requests. */
  place: number;
  memberId: MemberId;
  councilId: AccountId;
  surnames: readonly string[];
  isPublic: boolean;
};

/** Finds members by number or licence, in capitals or small letters. If several match one request, it names nobody. */
export async function findByNumbers(
  { query }: Ports,
  livemode: boolean,
  asked: readonly { councilId: AccountId; number: string }[],
): Promise<NamedMember[]> {
  const rows = await query(
    `select w.place, m.id, m.account_id, m.first_surname, m.second_surname,
            m.public_profile and m.consent is not null as is_public
       from unnest($2::text[], $3::text[]) with ordinality as w (council_id, number, place)
       join accounts a on a.id = w.council_id and a.closed_at is null
       join members m on m.account_id = w.council_id and m.livemode = $1 and m.status <> 'anonymised'
        and (m.member_number = any(array[w.number, upper(w.number), lower(w.number)])
             or m.professional_license = any(array[w.number, upper(w.number), lower(w.number)]))`,
    [livemode, asked.map(({ councilId }) => councilId), asked.map(({ number }) => number)],
    'watched-by-number',
  );
  return rows.map((row) => ({
    place: read.number(row, 'place') - 1,
    memberId: read.id('mem', row, 'id'),
    councilId: read.id('acct', row, 'account_id'),
    surnames: surnamesOf(read.text(row, 'first_surname'), read.optionalText(row, 'second_surname')),
    isPublic: read.boolean(row, 'is_public'),
  }));
}

function surnamesOf(first: string, second: string | undefined): string[] {
  return second === undefined ? [first] : [first, `${first} ${second}`];
}

/** Finds members by the codes of their pages, if these are public. */
export async function findByCodes(
  { query }: Ports,
  livemode: boolean,
  codes: readonly string[],
): Promise<NamedMember[]> {
  const rows = await query(
    `select w.place, m.id, m.account_id from unnest($2::text[]) with ordinality as w (code, place)
       join members m on m.public_code = w.code and m.livemode = $1 and m.public_profile and m.consent is not null
        and m.status <> 'anonymised'
       join accounts a on a.id = m.account_id and a.closed_at is null`,
    [livemode, codes],
    'watched-by-code',
  );
  return rows.map((row) => ({
    place: read.number(row, 'place') - 1,
    memberId: read.id('mem', row, 'id'),
    councilId: read.id('acct', row, 'account_id'),
    surnames: [],
    isPublic: true,
  }));
}

export async function knownCouncils(
  { query }: Ports,
  councilIds: readonly AccountId[],
): Promise<ReadonlySet<string>> {
  const rows = await query(
    'select id from accounts where id = any($1) and closed_at is null',
    [councilIds],
    'councils-of-watches',
  );
  return new Set(rows.map((row) => read.text(row, 'id')));
}

/**
 * The standings of all memberships of these members today, where today is the council's day or that of the member's
 * test clock.
 */
export async function readStandings(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  memberIds: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, WatchedStanding[]>> {
  const found: { memberId: MemberId; shown: WatchedStanding }[] = [];
  for (const some of slicesOf([...new Set(memberIds)])) {
    const rows = await query(
      `select s.id, s.member_id, s.program_id, g.name as program, s.effective_status, s.starts_on, s.valid_until,
              s.lapses_on::text, s.lost_on::text, k.day::text as clock_day,
              coalesce(a.time_zone, 'America/Mexico_City') as time_zone
         from memberships s join members m on m.id = s.member_id join programs g on g.id = s.program_id
         join accounts a on a.id = s.account_id left join clocks k on k.id = m.clock_id
        where s.member_id = any($1) order by s.id`,
      [some],
      'watched-standings',
    );
    for (const row of rows) {
      const day = read.optionalText(row, 'clock_day') ?? dayIn(read.text(row, 'time_zone'), now());
      const days = {
        effectiveStatus: read.oneOf(row, 'effective_status', MEMBERSHIP_STATUSES),
        startsOn: read.text(row, 'starts_on'),
        validUntil: read.text(row, 'valid_until'),
        lapsesOn: read.text(row, 'lapses_on'),
        lostOn: read.optionalText(row, 'lost_on'),
      };
      found.push({
        memberId: read.id('mem', row, 'member_id'),
        shown: {
          membershipId: read.id('mbs', row, 'id'),
          programId: read.id('prg', row, 'program_id'),
          program: read.text(row, 'program'),
          standing: standingOn(days, day),
        },
      });
    }
  }
  const grouped = Map.groupBy(found, ({ memberId }) => memberId);
  return new Map([...grouped].map(([memberId, all]) => [memberId, all.map(({ shown }) => shown)]));
}
