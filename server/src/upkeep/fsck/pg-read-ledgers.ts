/** Faulty rows, kept answers with their certificates, and sealed secrets. */

import type { Row } from '../../database/pool.ts';
import {
  bytes,
  date,
  idAsStored,
  isTextsByName,
  number,
  optionalDate,
  optionalNumber,
  optionalText,
  sha256Hex,
  shaped,
  text,
} from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { mapBatches } from '../../kernel/batches.ts';
import { LEDGER_FAULTS } from './pg-ledgers.ts';
import type { AnsweredCertificate, FsckReads, KeptAnswer } from './ports.ts';

const HOUR_MS = 3_600_000;

type LedgerReads = Pick<FsckReads, 'ledgerFaults' | 'keptAnswers' | 'certificate' | 'sealedSecrets'>;

export function makeLedgerReads(snapshot: Snapshot, now: Date): LedgerReads {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  return {
    async *ledgerFaults() {
      for (const { code, sql } of LEDGER_FAULTS) {
        yield* mapBatches(snapshot.batches(sql), (row) => ({
          code,
          where: text(row, 'where_ids'),
          told: text(row, 'told'),
          isYoung: row.since instanceof Date && row.since > hourAgo,
        }));
      }
    },

    keptAnswers: () =>
      mapBatches(
        snapshot.batches(
          `select account_id, operation, fingerprint, status, headers, body from idempotency_keys
            where status is not null and not sealed order by account_id, operation, key`,
        ),
        toKeptAnswer,
      ),

    async certificate(accountId, id) {
      const [row] = await snapshot.query(
        '',
        `select title, description, document_type, external_id, metadata, file_name, file_mime, file_size, stated_size,
                sha256, created_at, changed_at
           from certificates where account_id = $1 and id = $2`,
        [accountId, id],
      );
      return row && toAnsweredCertificate(row);
    },

    sealedSecrets: () =>
      mapBatches(
        snapshot.batches(
          `select f.account_id, 'second_factor' as of, s.sealed
             from second_factors f, unnest(array[f.secret, f.pending_secret]) as s (sealed) where s.sealed is not null
           union all
           select account_id, 'answer', body from idempotency_keys where status is not null and sealed
           order by account_id`,
        ),
        (row) => ({
          accountId: idAsStored('acct', row, 'account_id'),
          of: row.of === 'answer' ? 'answer' : 'second_factor',
          sealed: text(row, 'sealed'),
        }),
      ),
  };
}

function toKeptAnswer(row: Row): KeptAnswer {
  const accountId = idAsStored('acct', row, 'account_id');
  return {
    accountId,
    where: `${accountId} ${text(row, 'operation')}`,
    fingerprint: bytes(row, 'fingerprint'),
    status: number(row, 'status'),
    headers: row.headers,
    body: optionalText(row, 'body') ?? '',
  };
}

function toAnsweredCertificate(row: Row): AnsweredCertificate {
  return {
    title: text(row, 'title'),
    description: optionalText(row, 'description'),
    documentType: optionalText(row, 'document_type'),
    externalId: optionalText(row, 'external_id'),
    metadata: row.metadata === null ? {} : shaped(row, 'metadata', isTextsByName, 'texts by name'),
    file: {
      name: text(row, 'file_name'),
      mime: text(row, 'file_mime'),
      sizeBytes: optionalNumber(row, 'file_size') ?? optionalNumber(row, 'stated_size'),
      sha256: sha256Hex(row, 'sha256'),
      wasSent: row.file_size !== null,
    },
    createdAt: date(row, 'created_at'),
    changedAt: optionalDate(row, 'changed_at'),
  };
}
