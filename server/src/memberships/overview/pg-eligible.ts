/**
 * Finds the members who could renew today by their points, using the index of term ends. Checklists are not considered.
 */

import { firstRow, number, text } from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { MOST_COUNTED, paginationOf } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { addDays } from '../standing/days.ts';
import { TERM_FIGURES, type TermFigures, toTermFigures } from './pg-names.ts';

type Asked = { limit: number; offset?: number; program_id?: string };
type Found = { membership_id: string; program_id: string; memberId: string; term: TermFigures };

export async function listEligible(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  today: string,
  asked: Asked,
): Promise<{ found: Found[]; pagination: object }> {
  const opens = await query(
    `select coalesce(max((v.rules->>'renewal_opens_days')::integer), 0) as days from programs p
       join program_versions v on v.program_id = p.id where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'longest-opening',
  );
  const latest = addDays(today, number(firstRow(opens), 'days'));
  const params = [accountId, livemode, today, latest, asked.program_id ?? null];
  // A member with a pending request does not lapse before it is decided.
  const matching = `memberships m join membership_terms t on t.id = m.term_id
      join program_versions v on v.program_id = m.program_id and v.version = t.program_version
     where m.account_id = $1 and m.livemode = $2 and m.term_met and m.valid_until <= $4::date
       and m.effective_status = 'active' and m.starts_on <= $3::date and m.lapses_on > $3::date
       and ($5::text is null or m.program_id = $5)
       and m.valid_until - (v.rules->>'renewal_opens_days')::integer <= $3::date
       and not exists (select from renewals r where r.membership_id = m.id and r.status = 'requested')`;
  const counted = await query(
    `select count(*)::integer as total from (select from ${matching} limit ${MOST_COUNTED + 1}) c`,
    params,
    'count-eligible',
  );
  const { limit, offset = 0 } = asked;
  const rows = await query(
    `select m.id, m.program_id, m.member_id, ${TERM_FIGURES} from ${matching}
      order by m.valid_until, m.id limit ${limit + 1} offset ${offset}`,
    params,
  );
  const found = rows.slice(0, limit).map((row) => ({
    membership_id: text(row, 'id'),
    program_id: text(row, 'program_id'),
    memberId: text(row, 'member_id'),
    term: toTermFigures(row),
  }));
  return { found, pagination: paginationOf(asked, number(firstRow(counted), 'total'), rows.length > limit) };
}
