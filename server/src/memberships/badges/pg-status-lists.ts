/** Finds which badges of a list are revoked. This is derived from awards and members and never stored. */

import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';

type RevokedPlaces = { places: number[]; changedAt: Date };

/**
 * The positions of revoked awards, of anonymised members' badges, and of badges that were replaced. Each kind has its
 * own index, so that a stranger's request costs no more than the number of revocations. Undefined if the list has no
 * badge.
 */
export async function revokedPlaces(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  list: number,
): Promise<RevokedPlaces | undefined> {
  const rows = await query(REVOKED, [accountId, livemode, list], 'revoked-places');
  const first = read.firstRow(rows);
  if (first.exists !== true) return undefined;
  const revoked = rows.filter((row) => row.place !== null);
  const times = revoked.flatMap((row) => read.optionalDate(row, 'at')?.getTime() ?? []);
  const changedAt = new Date(Math.max(read.date(first, 'began_at').getTime(), ...times));
  return { places: revoked.map((row) => read.number(row, 'place')), changedAt };
}

const OF_LIST = 'b.account_id = $1 and b.livemode = $2 and b.list = $3';

const REVOKED = `
  with revoked as (
    select b.place, a.updated_at as at from awards a join badges b on b.award_id = a.id
     where a.account_id = $1 and a.livemode = $2 and a.status = 'revoked' and ${OF_LIST}
    union
    select b.place, m.updated_at from members m join awards a on a.member_id = m.id join badges b on b.award_id = a.id
     where m.account_id = $1 and m.livemode = $2 and m.status = 'anonymised' and ${OF_LIST}
    union
    select b.place, b.replaced_at from badges b where b.replaced_at is not null and ${OF_LIST})
  select l.exists, l.began_at, r.place, r.at
    from (select exists (select from badges b where ${OF_LIST}) as exists,
                 coalesce((select created_at from badge_keys where account_id = $1 and livemode = $2 and number = 1), to_timestamp(0)) as began_at) l
    left join (select place, min(at) as at from revoked group by place) r on true
   order by r.place`;
