/** Certificates by their public code, for anyone who has it. */

import { CHAIN_TRUSTS } from '../../anchoring/chain-driver.ts';
import {
  CHAIN_TRUST,
  COLUMNS,
  FROM,
  TOKEN_COLUMNS,
  toCertificate,
  toToken,
  WITH_TOKEN,
} from '../../certificates/pg-certificates.ts';
import type { Database, Row } from '../../database/pool.ts';
import { id, optionalDate, optionalOneOf } from '../../database/row-reader.ts';
import type { PublicStore, PublishedCertificate } from './ports.ts';

const PUBLISHED = `c.account_id, ${CHAIN_TRUST} as chain_trust,
  (select created_at from checkpoints where size > place.leaf_index order by size limit 1) as logged_at,
  (select page_opened_at is null from accounts where id = c.account_id) as is_first_look, ${COLUMNS}`;

const BY_CODE =
  '(c.account_id, c.id) = (select account_id, certificate_id from certificate_codes where code = $1)';

export function makePublicStore(database: Database): PublicStore {
  return {
    async find(code) {
      const [row] = await database.query(
        `select ${PUBLISHED} from ${FROM} where ${BY_CODE}`,
        [code],
        'published',
      );
      return row && toPublished(row);
    },

    async withToken(code) {
      const [row] = await database.query(
        `select ${PUBLISHED}, ${TOKEN_COLUMNS} from ${FROM} ${WITH_TOKEN}
          where ${BY_CODE}`,
        [code],
        'published-token',
      );
      return row && { ...toPublished(row), token: toToken(row) };
    },

    async markOpened(accountId, now) {
      await database.query(
        'update accounts set page_opened_at = $2 where id = $1 and page_opened_at is null',
        [accountId, now],
        'page-opened',
      );
    },
  };
}

function toPublished(row: Row): PublishedCertificate {
  return {
    accountId: id('acct', row, 'account_id'),
    certificate: toCertificate(row),
    loggedAt: optionalDate(row, 'logged_at'),
    chainTrust: optionalOneOf(row, 'chain_trust', CHAIN_TRUSTS),
    isFirstLook: row.is_first_look === true,
  };
}
