/** Which diplomas are mailed, and which mails are claimed. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CourseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';

type Ports = Pick<Tools, 'query'>;

/** Certified diplomas of approved awards, of members who can be mailed. */
const MAILABLE = `awards a join documents d on d.award_id = a.id and d.status = 'certified' and d.replaced_by is null
  join members m on m.id = a.member_id where a.course_id = $1 and a.status = 'approved'`;
const HAS_MAIL = "m.status = 'active' and m.email is not null";

/** Each diploma is mailed once, however often it is requested. Returns how many mails are new. */
export async function queueDiplomaMails(
  { query }: Ports,
  { accountId }: Owner,
  courseId: CourseId,
  now: Date,
): Promise<number> {
  const rows = await query(
    `insert into diploma_mails (document_id, account_id, course_id, asked_at)
     select d.id, $2, $1, $3 from ${MAILABLE} and a.livemode and ${HAS_MAIL} on conflict do nothing returning document_id`,
    [courseId, accountId, now],
    'queue-diploma-mails',
  );
  return rows.length;
}

type MailCounts = { mailed: number; waiting: number; withoutAddress: number };

export async function countDiplomaMails({ query }: Ports, courseId: CourseId): Promise<MailCounts> {
  const row = read.firstRow(
    await query(
      `select (select count(*)::integer from diploma_mails where course_id = $1 and claimed_at is not null) as mailed,
              (select count(*)::integer from diploma_mails where course_id = $1 and claimed_at is null) as waiting,
              (select count(*)::integer from ${MAILABLE} and not (${HAS_MAIL})) as without_address`,
      [courseId],
      'count-diploma-mails',
    ),
  );
  return {
    mailed: read.number(row, 'mailed'),
    waiting: read.number(row, 'waiting'),
    withoutAddress: read.number(row, 'without_address'),
  };
}

/**
 * The receiver of the mail, and the file that is attached. If there is no `email`, the conditions no longer hold, so
 * nothing is sent.
 */
export async function claimDiplomaMail(query: Query, now: Date): Promise<Row | undefined> {
  const [row] = await query(
    `with next as (
       select document_id from diploma_mails where claimed_at is null order by asked_at, document_id limit 1
         for update skip locked
     ), claimed as (
       update diploma_mails q set claimed_at = $1 from next where q.document_id = next.document_id returning q.*
     )
     select q.document_id, q.account_id, d.folio, d.code, f.sha256, x.title, m.locale, coalesce(c.name, o.name) as council,
            case when a.status = 'approved' and d.replaced_by is null and f.file_erased_at is null and ${HAS_MAIL}
                 then m.email end as email
       from claimed q join documents d on d.id = q.document_id join awards a on a.id = d.award_id
       join members m on m.id = d.member_id join courses x on x.id = q.course_id
       join certificates f on f.id = d.certificate_id join accounts o on o.id = q.account_id and o.closed_at is null
       left join councils c on c.account_id = o.id`,
    [now],
    'claim-diploma-mail',
  );
  return row;
}

export async function giveDiplomaMailBack(query: Query, row: Row): Promise<void> {
  await query(
    'update diploma_mails set claimed_at = null where document_id = $1',
    [read.id('doc', row, 'document_id')],
    'give-diploma-mail-back',
  );
}
