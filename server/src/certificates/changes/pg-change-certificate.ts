/** Writes a changed certificate, its row in lists and the entry in the audit log, in one transaction. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Query } from '../../database/pool.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Certificate } from '../certificate.ts';
import { COLUMNS, FROM, toCertificate } from '../pg-certificates.ts';
import { findExternalId, isExternalIdTaken } from '../pg-external-ids.ts';
import type { CertificateChanges } from './ports.ts';

const READ = `select ${COLUMNS} from ${FROM}
  where c.account_id = $1 and c.livemode = $2 and c.id = $3 for no key update of c`;

const WRITE = `
  with changed as (
    update certificates set title = $3, description = $4, document_type = $5, external_id = $6, metadata = $7, tags = $8,
           changed_at = $9
     where account_id = $1 and id = $2
    returning account_id, livemode, number, title, file_name, document_type
  )
  update certificate_search s
     set document_type = c.document_type, search_text = lower(c.title) || E'\\n' || lower(c.file_name)
    from changed c
   where s.account_id = c.account_id and s.livemode = c.livemode and s.number = c.number`;

export function makeCertificateChanges(database: Database): CertificateChanges {
  return {
    async change(owner, id, decide) {
      const { accountId, livemode } = owner;
      let externalId: string | undefined;
      try {
        return await database.transaction(async (query) => {
          const [row] = await query(READ, [accountId, livemode, id], 'certificate-to-change');
          if (row === undefined) return undefined;
          const before = toCertificate(row);
          const decided = decide(before);
          if (decided === undefined) return before;
          externalId = decided.after.externalId;
          await write(query, owner, decided.after);
          await query(`select ${auditCall(1)}`, auditParams(decided.note), 'write-audit');
          return decided.after;
        });
      } catch (error) {
        if (!isExternalIdTaken(error) || externalId === undefined) throw error;
        return { takenBy: await findExternalId(database, accountId, { livemode, externalId }) };
      }
    },
  };
}

async function write(query: Query, { accountId }: Owner, after: Certificate): Promise<void> {
  const { id, title, description, documentType, externalId, metadata, tags, changedAt } = after;
  const texts = Object.keys(metadata).length === 0 ? undefined : metadata;
  const words = tags.length === 0 ? undefined : tags;
  const params = [accountId, id, title, description, documentType, externalId, texts, words, changedAt];
  await query(WRITE, params, 'change-certificate');
}

/** Gives a certificate another public code. The old code stops working at once. */
export async function movePage(
  query: Query,
  accountId: AccountId,
  id: CertificateId,
  code: string,
  at: Date,
): Promise<void> {
  await query(
    `with moved as (
       update certificates set code = $3, changed_at = $4 where account_id = $1 and id = $2 returning 1
     )
     update certificate_codes set code = $3
      where account_id = $1 and certificate_id = $2 and exists (select from moved)
        and code = (select code from certificates where account_id = $1 and id = $2)`,
    [accountId, id, code, at],
    'move-public-page',
  );
}
