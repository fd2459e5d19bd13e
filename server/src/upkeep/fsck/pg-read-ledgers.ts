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
import type { LedgerFaultCode } from './ledger-fault-codes.ts';
import { LEDGER_FAULTS } from './pg-ledgers.ts';
import { auditedFaults } from './pieces/pg-audited-faults.ts';
import { countCertificates } from './pieces/pg-count-certificates.ts';
import { type Pieced, type PieceOptions, readPieces, rowsOf, WIDE } from './pieces/pg-pieces.ts';
import { unsignedUploads } from './pieces/pg-unsigned-uploads.ts';
import type { AnsweredCertificate, FsckReads, KeptAnswer, LedgerFault, SealedSecret } from './ports.ts';

const SEALED = ['second_factor', 'answer', 'webhook', 'badge_key'] as const;

const HOUR_MS = 3_600_000;

type LedgerReads = Pick<FsckReads, 'ledgerFaults' | 'keptAnswers' | 'certificate' | 'sealedSecrets'>;

const CLAIM_KEY = ['account_id', 'operation', 'key'];

const KEPT_ANSWERS: Pieced = {
  of: rowsOf('idempotency_keys', CLAIM_KEY),
  sql: `select account_id, operation, fingerprint, status, headers, body from piece
         where status is not null and not sealed and operation not like 'POST /api/public/v1/batches%'`,
};

const NO_BADGE_KEY = 'null::boolean as livemode, null::integer as number, null::bytea as public_key';

const SEALED_SECRETS: readonly Pieced[] = [
  {
    of: rowsOf('second_factors', ['account_id']),
    sql: `select f.account_id, 'second_factor' as of, s.sealed, f.account_id as bound_to, ${NO_BADGE_KEY}
            from piece f, unnest(array[f.secret, f.pending_secret]) as s (sealed) where s.sealed is not null`,
  },
  {
    of: rowsOf('idempotency_keys', CLAIM_KEY),
    sql: `select account_id, 'answer' as of, body as sealed, account_id as bound_to, ${NO_BADGE_KEY}
            from piece where status is not null and sealed`,
  },
  {
    of: rowsOf('webhooks', ['id']),
    sql: `select w.account_id, 'webhook' as of, s.sealed, w.account_id || ' ' || w.id as bound_to, ${NO_BADGE_KEY}
            from piece w, unnest(array[w.secret, w.old_secret]) as s (sealed) where s.sealed is not null`,
  },
  {
    of: rowsOf('badge_keys', ['account_id', 'livemode', 'number']),
    sql: `select account_id, 'badge_key' as of, sealed, null as bound_to, livemode, number, public_key from piece`,
  },
];

export function makeLedgerReads(snapshot: Snapshot, now: Date, pieces: PieceOptions = {}): LedgerReads {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const toFault = (code: LedgerFaultCode, row: Row): LedgerFault => ({
    code,
    where: text(row, 'where_ids'),
    told: text(row, 'told'),
    isYoung: row.since instanceof Date && row.since > hourAgo,
  });
  return {
    async *ledgerFaults() {
      for await (const faults of countCertificates(snapshot, pieces))
        yield faults.map((fault) => ({ ...fault, isYoung: false }));
      for await (const { code, rows } of auditedFaults(snapshot, pieces))
        yield rows.map((row) => toFault(code, row));
      for await (const unsigned of unsignedUploads(snapshot, pieces)) yield unsignedFaults(unsigned);
      for (const { code, of, sql } of LEDGER_FAULTS) {
        const found = of === undefined ? snapshot.batches(sql) : readPieces(snapshot, { of, sql }, pieces);
        yield* mapBatches(found, (row) => toFault(code, row));
        await snapshot.letGo();
      }
    },

    keptAnswers: () => mapBatches(readPieces(snapshot, KEPT_ANSWERS, WIDE), toKeptAnswer),

    async certificate(accountId, id) {
      const [row] = await snapshot.query(
        `select title, description, document_type, external_id, metadata, file_name, file_mime, file_size, stated_size,
                sha256, ${timeOnWire('created_at')} as created_at, ${timeOnWire('changed_at')} as changed_at
           from certificates where account_id = $1 and id = $2`,
        [accountId, id],
      );
      return row && toAnsweredCertificate(row);
    },

    async *sealedSecrets() {
      for (const pieced of SEALED_SECRETS)
        yield* mapBatches(readPieces(snapshot, pieced, WIDE), toSealedSecret);
    },
  };
}

function unsignedFaults({ accountId, ids }: { accountId: string; ids: readonly string[] }): LedgerFault[] {
  const told = 'neither a key nor the audit log says who made it';
  return ids.map((id) => ({ code: 'unsigned_upload', where: `${accountId} ${id}`, told, isYoung: false }));
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
