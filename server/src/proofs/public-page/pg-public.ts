/** Certificates by their public code, for anyone who has it. */

import { CHAIN_TRUSTS } from '../../anchoring/chain-driver.ts';
import type { Certificate } from '../../certificates/certificate.ts';
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
import * as read from '../../database/row-reader.ts';
import { pageControls } from './pg-page-controls.ts';
import type { PageControls, PublicStore, PublishedCertificate } from './ports.ts';

const PUBLISHED = `c.account_id, ${CHAIN_TRUST} as chain_trust,
  (select created_at from checkpoints where size > place.leaf_index order by size limit 1) as logged_at,
  owner.page_opened_at is null as is_first_look, case when owner.shows_name then owner.name end as certified_by,
  coalesce((select p.hides_names from public_pages p where p.account_id = c.account_id and p.certificate_id = c.id), false)
    as names_hidden, ${COLUMNS}`;

/** A page that is switched off is treated as absent. */
const BY_CODE = `(c.account_id, c.id) = (
  select k.account_id, k.certificate_id from certificate_codes k
   where k.code = $1 and not exists (
     select from public_pages p where p.account_id = k.account_id and p.certificate_id = k.certificate_id and p.is_off))`;

export function makePublicStore(database: Database): PublicStore & PageControls {
  return {
    ...pageControls(database),

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

    async countView(accountId, certificateId) {
      await database.query(
        `insert into public_pages as p (account_id, certificate_id, views) values ($1, $2, 1)
         on conflict (account_id, certificate_id) do update set views = p.views + 1`,
        [accountId, certificateId],
        'count-page-view',
      );
    },
  };
}

function toPublished(row: Row): PublishedCertificate {
  const namesHidden = read.boolean(row, 'names_hidden');
  const certificate = toCertificate(row);
  return {
    accountId: read.id('acct', row, 'account_id'),
    certifiedBy: read.optionalText(row, 'certified_by'),
    namesHidden,
    certificate: namesHidden ? withoutNames(certificate) : certificate,
    loggedAt: read.optionalDate(row, 'logged_at'),
    chainTrust: read.optionalOneOf(row, 'chain_trust', CHAIN_TRUSTS),
    isFirstLook: row.is_first_look === true,
  };
}

/**
 * What replaces hidden names. They are replaced here, because the proofs that strangers download are made from this
 * certificate, and must not show the names either.
 */
const HIDDEN = '—';

function withoutNames(certificate: Certificate): Certificate {
  const { file } = certificate;
  return {
    ...certificate,
    title: HIDDEN,
    description: undefined,
    externalId: undefined,
    metadata: {},
    tags: [],
    file: { ...file, name: HIDDEN },
  };
}
