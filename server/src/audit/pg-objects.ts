/** The present names of the records that entries of the audit log are about. An erased name is not shown. */

import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { AuditNote, AuditObject } from './ports.ts';

const MEMBER = `coalesce(nullif(concat_ws(' ', m.given_name, m.first_surname, m.second_surname), ''), m.member_number)`;
const OF_MEMBER = `'member' as of_type, m.id as of_id, ${MEMBER} as of_name`;
const OF_NOTHING = 'null::text as of_type, null::text as of_id, null::text as of_name';

/**
 * Every lookup is by a primary key. All people are included, because the log also names people whose seat has ended.
 */
const OBJECTS = `
  select 'person' as type, p.id, p.name, ${OF_NOTHING} from people p where p.id = any($1)
  union all select 'account', c.id, c.name, ${OF_NOTHING} from accounts c where c.id = any($1) and $2 = 'operator'
  union all select 'key', k.id, k.name, ${OF_NOTHING} from api_keys k where k.id = any($1) and k.account_id = $2
  union all select 'certificate', c.id, c.title, ${OF_NOTHING} from certificates c where c.id = any($1) and c.account_id = $2
  union all select 'webhook', w.id, w.url, ${OF_NOTHING} from webhooks w where w.id = any($1) and w.account_id = $2
  union all select 'invitation', i.id, i.email, ${OF_NOTHING} from invitations i where i.id = any($1) and i.account_id = $2
  union all select 'program', g.id, g.name, ${OF_NOTHING} from programs g where g.id = any($1) and g.account_id = $2
  union all select 'course', c.id, c.title, ${OF_NOTHING} from courses c where c.id = any($1) and c.account_id = $2
  union all select 'organizer', o.id, o.name, ${OF_NOTHING} from organizers o where o.id = any($1) and o.account_id = $2
  union all select 'clock', k.id, coalesce(k.name, k.id), ${OF_NOTHING} from clocks k where k.id = any($1) and k.account_id = $2
  union all select 'member', m.id, ${MEMBER}, ${OF_NOTHING} from members m where m.id = any($1) and m.account_id = $2
  union all select 'award', a.id, coalesce(c.title, a.activity ->> 'title'), ${OF_MEMBER}
    from awards a join members m on m.id = a.member_id left join courses c on c.id = a.course_id
   where a.id = any($1) and a.account_id = $2
  union all select 'membership', s.id, g.name, ${OF_MEMBER}
    from memberships s join members m on m.id = s.member_id join programs g on g.id = s.program_id
   where s.id = any($1) and s.account_id = $2
  union all select 'term', t.id, g.name, ${OF_MEMBER}
    from membership_terms t join memberships s on s.id = t.membership_id
    join members m on m.id = s.member_id join programs g on g.id = s.program_id
   where t.id = any($1) and t.account_id = $2
  union all select 'renewal', r.id, g.name, ${OF_MEMBER}
    from renewals r join memberships s on s.id = r.membership_id
    join members m on m.id = s.member_id join programs g on g.id = s.program_id
   where r.id = any($1) and r.account_id = $2
  union all select 'draw', d.id, coalesce(d.number || ' · ', '') || d.name, ${OF_NOTHING}
    from draws d where d.id = any($1) and d.account_id = $2
  union all select 'review', r.id, d.name, ${OF_MEMBER}
    from reviews r join draws d on d.id = r.draw_id join memberships s on s.id = r.membership_id
    join members m on m.id = s.member_id
   where r.id = any($1) and r.account_id = $2
  union all select 'document', d.id, d.folio, ${OF_MEMBER}
    from documents d join members m on m.id = d.member_id where d.id = any($1) and d.account_id = $2
  union all select 'roster', r.id, c.title, 'course', c.id, c.title
    from postings r join courses c on c.id = r.course_id where r.id = any($1) and r.account_id = $2`;

export async function readObjects(
  { query }: Pick<Database, 'query'>,
  log: AuditNote['accountId'],
  rows: readonly Row[],
): Promise<ReadonlyMap<string, AuditObject>> {
  const targets = [...new Set(rows.flatMap((row) => read.optionalText(row, 'target') ?? []))];
  if (targets.length === 0) return new Map();
  const found = await query(OBJECTS, [targets, log], 'audit-objects');
  return new Map(found.map((row) => [read.text(row, 'id'), toObject(row)]));
}

function toObject(row: Row): AuditObject {
  const [type, id] = [read.text(row, 'type'), read.text(row, 'id')];
  const ofId = read.optionalText(row, 'of_id');
  return {
    type,
    id,
    name: read.optionalText(row, 'name') ?? id,
    of:
      ofId === undefined
        ? undefined
        : { type: read.text(row, 'of_type'), id: ofId, name: read.text(row, 'of_name') },
  };
}
