/** Finds courses, rosters and log-in data that belong to an organiser of another account. */

import type { Comparison } from '../../database/check/check.ts';
import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';

const ASTRAY = {
  code: 'organizer_astray',
  message: 'What is of an organiser does not belong together',
};

const NOT_OF_ACCOUNT = `'its organiser is not of this account' as told`;

export const checkOrganizers = compareRows('memberships: organisers', [
  ...[rowsOf('courses', ['id']), rowsOf('postings', ['id'])].map(
    (of): Comparison => ({
      ...ASTRAY,
      of,
      sql: `select r.id as where_ids, ${NOT_OF_ACCOUNT} from piece r left join organizers o on o.id = r.organizer_id
             where r.organizer_id is not null
               and (o.account_id, o.livemode) is distinct from (r.account_id, r.livemode)`,
    }),
  ),
  ...[
    rowsOf('organizer_sessions', ['token_hash']),
    rowsOf('organizer_browsers', ['organizer_id', 'token_hash']),
  ].map(
    (of): Comparison => ({
      ...ASTRAY,
      of,
      sql: `select r.organizer_id as where_ids, ${NOT_OF_ACCOUNT}
              from piece r left join organizers o on o.id = r.organizer_id
             where o.account_id is distinct from r.account_id`,
    }),
  ),
]);
