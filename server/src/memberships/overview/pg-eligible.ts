/** Finds the members whose points suffice to renew today; those whose term ends first come first. */

import * as read from '../../database/row-reader.ts';
import type { MemberId, MembershipId, ProgramId, TermId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { MOST_COUNTED, paginationOf } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { eligibleMatching } from '../renewals/pg-eligible-memberships.ts';
import { TERM_FIGURES, type TermFigures, toTermFigures } from './pg-names.ts';

type Asked = { limit: number; offset?: number; program_id?: string };
type Found = {
  membershipId: MembershipId;
  programId: ProgramId;
  memberId: MemberId;
  termId: TermId;
  term: TermFigures;
};

export async function listEligible(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  today: string,
  asked: Asked,
): Promise<{ found: Found[]; pagination: object }> {
  const { query } = tools;
  const { matching, params } = await eligibleMatching(tools, owner, today, {
    programId: asked.program_id,
    clockId: undefined,
  });
  const counted = await query(
    `select count(*)::integer as total from (select from ${matching} limit ${MOST_COUNTED + 1}) c`,
    params,
  );
  const { limit, offset = 0 } = asked;
  const rows = await query(
    `select m.id, m.program_id, m.member_id, ${TERM_FIGURES} from ${matching}
      order by m.valid_until, m.id limit ${limit + 1} offset ${offset}`,
    params,
  );
  const found = rows.slice(0, limit).map((row) => ({
    membershipId: read.id('mbs', row, 'id'),
    programId: read.id('prg', row, 'program_id'),
    memberId: read.id('mem', row, 'member_id'),
    termId: read.id('trm', row, 'term_id'),
    term: toTermFigures(row),
  }));
  return {
    found,
    pagination: paginationOf(asked, read.number(read.firstRow(counted), 'total'), rows.length > limit),
  };
}
