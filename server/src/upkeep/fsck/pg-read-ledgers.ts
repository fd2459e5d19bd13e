/** Faulty rows, kept answers with their certificates, and sealed secrets. */

import type { Row } from '../../database/pool.ts';
import {
  boolean,
  bytes,
  idAsStored,
  isTextsByName,
  number,
  oneOf,
  optionalBytes,
  optionalNumber,
  optionalText,
  optionalWireTime,
  sha256Hex,
  shaped,
  text,
  wireTime,
} from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { timeOnWire } from '../../database/wire-forms.ts';
import { mapBatches } from '../../kernel/batches.ts';
import { sealedFor } from '../../memberships/badges/badge-keys.ts';
import { LEDGER_FAULTS } from './pg-ledgers.ts';
import type { AnsweredCertificate, FsckReads, KeptAnswer, SealedSecret } from './ports.ts';

const SEALED = ['second_factor', 'answer', 'webhook', 'badge_key'] as const;

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
        await snapshot.letGo();
      }
    },

    keptAnswers: () =>
      mapBatches(
        snapshot.batches(
          `select account_id, operation, fingerprint, status, headers, body from idempotency_keys
            where status is not null and not sealed and operation not like 'POST /api/public/v1/batches%' order by account_id, operation, key`,
        ),
        toKeptAnswer,
      ),

    async certificate(accountId, id) {
      const [row] = await snapshot.query(
        '',
        `select title, description, document_type, external_id, metadata, file_name, file_mime, file_size, stated_size,
                sha256, ${timeOnWire('created_at')} as created_at, ${timeOnWire('changed_at')} as changed_at
           from certificates where account_id = $1 and id = $2`,
        [accountId, id],
      );
      return row && toAnsweredCertificate(row);
    },

    sealedSecrets: () =>
      mapBatches(
        snapshot.batches(
          `select f.account_id, 'second_factor' as of, s.sealed, f.account_id as bound_to, null::boolean as livemode, null::integer as number, null::bytea as public_key
             from second_factors f, unnest(array[f.secret, f.pending_secret]) as s (sealed) where s.sealed is not null
           union all
           select account_id, 'answer', body, account_id, null, null, null from idempotency_keys where status is not null and sealed
           union all
           select w.account_id, 'webhook', s.sealed, w.account_id || ' ' || w.id, null, null, null
             from webhooks w, unnest(array[w.secret, w.old_secret]) as s (sealed) where s.sealed is not null
           union all
           select account_id, 'badge_key', sealed, null, livemode, number, public_key from badge_keys
           order by account_id`,
        ),
        toSealedSecret,
      ),
  };
}

function toSealedSecret(row: Row): SealedSecret {
  const accountId = idAsStored('acct', row, 'account_id');
  const of = oneOf(row, 'of', SEALED);
  const boundTo =
    of === 'badge_key'
      ? sealedFor({ accountId, livemode: boolean(row, 'livemode') }, number(row, 'number'))
      : text(row, 'bound_to');
  return { accountId, of, boundTo, sealed: text(row, 'sealed'), publicKey: optionalBytes(row, 'public_key') };
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
    createdAt: wireTime(row, 'created_at'),
    changedAt: optionalWireTime(row, 'changed_at'),
  };
}
