/** The diplomas of a course, in the order of their awards. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AwardId, CertificateId, CourseId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { DOCUMENT_STATUSES, type DocumentStatus } from '../documents/document.ts';

export type CourseDiploma = {
  awardId: AwardId;
  memberNumber: string;
  /** Empty once the member is anonymised. */
  name: string;
  status: DocumentStatus;
  error: string | undefined;
  folio: string | undefined;
  certificateId: CertificateId | undefined;
};

/** The current diploma. While an award's diploma is being issued anew, this is still the old one. */
const DIPLOMAS = `awards a join members m on m.id = a.member_id
  cross join lateral (select d.status, d.error, d.folio, d.certificate_id from documents d
     where d.award_id = a.id and d.replaced_by is null order by d.status = 'certified' desc limit 1) d
 where a.course_id = $1 and a.status = 'approved'`;

export async function readCourseDiplomas(
  { query }: Pick<Tools, 'query'>,
  courseId: CourseId,
  after: string,
  limit: number,
): Promise<CourseDiploma[]> {
  const rows = await query(
    `select a.id, m.member_number, concat_ws(' ', m.given_name, m.first_surname, m.second_surname) as name,
            d.status, d.error, d.folio, d.certificate_id
       from ${DIPLOMAS} and a.id > $2 order by a.id limit $3`,
    [courseId, after, limit],
    'course-diplomas',
  );
  return rows.map(toDiploma);
}

type DiplomaCounts = Record<DocumentStatus, number> & {
  /** Approved awards for which no diploma was requested. */
  none: number;
};

export async function countCourseDiplomas(
  { query }: Pick<Tools, 'query'>,
  courseId: CourseId,
): Promise<DiplomaCounts> {
  const row = read.firstRow(
    await query(
      `select count(*) filter (where d.status = 'certified')::integer as certified,
              count(*) filter (where d.status = 'queued')::integer as queued,
              count(*) filter (where d.status = 'failed')::integer as failed,
              (select count(*)::integer from awards a where a.course_id = $1 and a.status = 'approved'
                  and not exists (select from documents d where d.award_id = a.id and d.replaced_by is null)) as none
         from ${DIPLOMAS}`,
      [courseId],
      'count-course-diplomas',
    ),
  );
  return {
    certified: read.number(row, 'certified'),
    queued: read.number(row, 'queued'),
    failed: read.number(row, 'failed'),
    none: read.number(row, 'none'),
  };
}

function toDiploma(row: Row): CourseDiploma {
  return {
    awardId: read.id('awd', row, 'id'),
    memberNumber: read.text(row, 'member_number'),
    name: read.text(row, 'name'),
    status: read.oneOf(row, 'status', DOCUMENT_STATUSES),
    error: read.optionalText(row, 'error'),
    folio: read.optionalText(row, 'folio'),
    certificateId: row.certificate_id === null ? undefined : read.id('cert', row, 'certificate_id'),
  };
}
