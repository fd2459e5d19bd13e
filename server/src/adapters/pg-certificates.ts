/** Certificates: the reads that ride along with an admission, and the one statement that writes one. */

import type { Certificate, CertificateAnchor, CertificateStatus } from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import type { CertificateId } from '../domain/ids.ts';
import type { Sha256Hex } from '../domain/sha256-hex.ts';
import type {
  CertificateFilter,
  CertificateStart,
  CertificateStore,
  IdempotentRequest,
  NewCertificate,
  StoredAnswer,
  StoredToken,
} from '../ports.ts';
import { batchWhileBusy } from './batch-while-busy.ts';
import type { Database, Row } from './pg.ts';
import { reclaimReservations } from './pg-presence.ts';

const COLUMNS = `c.id, c.number, c.livemode, c.code, c.title, c.description, c.document_type, c.file_name,
  c.file_mime, c.file_size, c.sha256, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms, c.accredited,
  c.warnings, c.created_at, c.leaf_index, a.network, a.state as anchor_state, a.tx_hash, a.block_number, a.block_hash,
  a.block_time, a.root, a.mined_at, a.final_at, chain.head_number`;

/** Each certificate with the block that covers it, on the chain that counts for its mode. */
const FROM = `certificates c
  left join log_witnesses w on w.livemode = c.livemode
  left join lateral covering_anchor(w.network, c.leaf_index) a on true
  left join chains chain on chain.network = a.network`;

const OF_CALLER = 'c.account_id = caller.account_id and c.livemode = caller.livemode';

export function makeCertificateStore(database: Database, owner: () => number): CertificateStore {
  const commitOne = async (commit: Commit): Promise<boolean> =>
    (await database.query('commit-certificate', COMMIT, commitParams(commit, owner()))).length === 1;

  // Each commit takes the next number of its account and keeps others waiting until it is on the disk. Those
  // that gather meanwhile share the next trip to the disk: one transaction, all of them or none.
  const commit = batchWhileBusy<Commit, boolean>(
    ({ made }) => made.accountId,
    commitOne,
    async (commits) => {
      try {
        const written = await database.transaction(async (query) => {
          const done: boolean[] = [];
          for (const one of commits) {
            done.push((await query(COMMIT, commitParams(one, owner()), 'commit-certificate')).length === 1);
          }
          return done;
        });
        return written.map((isWritten) => Promise.resolve(isWritten));
      } catch (error) {
        // One that cannot be written must not take its neighbours along. A database that is away refuses all.
        if (error instanceof AppError) throw error;
        return commits.map(commitOne);
      }
    },
  );

  return {
    page: (limit, offset, filter) => {
      const { conditions, params, name } = toConditions(filter);
      return {
        name: `page${name}`,
        sql: conditions.length === 0 ? PAGE_BY_NUMBER : filteredPage(conditions),
        params: [limit, offset, ...params],
        toValue: (rows) => ({
          certificates: toCertificates(rows),
          total: (rows[0]?.total as number | null) ?? 0,
        }),
      };
    },

    one: (id) => ({
      name: 'one',
      sql: `select ${COLUMNS} from ${FROM} where ${OF_CALLER} and c.id = $4`,
      params: [id],
      toValue: (rows) => toCertificates(rows)[0],
    }),

    withToken: (id) => ({
      name: 'with-token',
      sql: `select ${COLUMNS}, t.tsr, t.chain, t.salt, t.leaf_hash from ${FROM}
              join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
             where ${OF_CALLER} and c.id = $4`,
      params: [id],
      toValue: (rows) => {
        const [certificate] = toCertificates(rows);
        const [row] = rows;
        if (certificate === undefined || row === undefined) return undefined;
        return { certificate, token: toToken(row) };
      },
    }),

    bySha256: (sha256) => ({
      name: 'by-sha256',
      sql: `select ${COLUMNS} from ${FROM} where ${OF_CALLER} and c.sha256 = $4 order by c.number desc limit 100`,
      params: [fromHex(sha256)],
      toValue: toCertificates,
    }),

    nothing: () => ({ name: 'nothing', sql: undefined, params: [], toValue: () => undefined }),

    async begin(accountId, livemode, idempotent, now) {
      const start = async () => {
        const [row] = await database.query(
          'begin-certificate',
          'select outcome, reservation, status, headers, body from begin_certificate($1, $2, $3, $4, $5, $6, $7)',
          [
            accountId,
            livemode,
            idempotent?.operation,
            idempotent?.key,
            idempotent?.fingerprint,
            owner(),
            now,
          ],
        );
        return toStart(row);
      };
      const started = await start();
      if (started.outcome !== 'allowance_exhausted') return started;
      // The last of the allowance may be held by a process that died: its caller's retry must not be refused.
      return (await reclaimReservations(database)) > 0 ? start() : started;
    },

    async abandon(accountId, reservation, idempotent) {
      await database.query('abandon-certificate', 'select abandon_certificate($1, $2, $3, $4, $5)', [
        accountId,
        reservation,
        idempotent?.operation,
        idempotent?.key,
        owner(),
      ]);
    },

    commit: (made, reservation, idempotent) => commit({ made, reservation, idempotent }),
  };
}

/** Numbers are dense, so a page is a range of the index, wherever it lies, and the total is the counter. */
const PAGE_BY_NUMBER = `
  select counts.total, page.* from certificate_counts counts
    left join lateral (
      select ${COLUMNS} from ${FROM}
       where ${OF_CALLER} and c.number <= counts.total - $5::bigint and c.number > counts.total - $5::bigint - $4::bigint
    ) page on true
   where counts.account_id = caller.account_id and counts.livemode = caller.livemode`;

function filteredPage(conditions: readonly string[]): string {
  const where = [OF_CALLER, ...conditions].join(' and ');
  return `
    select matches.total, page.* from (select count(*) as total from certificates c where ${where}) matches
      left join lateral (
        select ${COLUMNS} from ${FROM} where ${where} order by c.number desc limit $4::bigint offset $5::bigint
      ) page on true`;
}

/** The SQL of a filter; parameters follow limit ($4) and offset ($5). `name` tells its shape. */
function toConditions(filter: CertificateFilter) {
  const conditions: string[] = [];
  const params: unknown[] = [];
  let name = '';
  const add = (label: string, value: unknown, condition: (placeholder: string) => string) => {
    if (value === undefined) return;
    params.push(value);
    conditions.push(condition(`$${params.length + 5}`));
    name += `-${label}`;
  };
  if (filter.status !== undefined) {
    conditions.push(STATUS_CONDITIONS[filter.status]);
    name += `-${filter.status}`;
  }
  add('type', filter.documentType, (p) => `c.document_type = ${p}`);
  add('sha256', filter.sha256 && fromHex(filter.sha256), (p) => `c.sha256 = ${p}`);
  add(
    'text',
    filter.text && containsPattern(filter.text),
    (p) => `(c.title ilike ${p} or c.file_name ilike ${p})`,
  );
  add('after', filter.createdAfter, (p) => `c.created_at > ${p}`);
  add('before', filter.createdBefore, (p) => `c.created_at < ${p}`);
  return { conditions, params, name };
}

/** The status is derived from the place in the log; a filter compares places instead of looking at blocks. */
const STATUS_CONDITIONS: Record<CertificateStatus, string> = {
  stamped: 'c.leaf_index is null',
  anchoring: 'c.leaf_index >= (select certified_size(caller.livemode))',
  certified: 'c.leaf_index < (select certified_size(caller.livemode))',
};

function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Everything that makes a certificate, or nothing: one statement is one transaction. A live certificate
 * needs its reservation ($25), and one with an idempotency key ($28) needs its claim to that: when this process
 * seemed dead and another took either, no row is written and none is returned. The claim is looked at first,
 * so that a reservation is not used up in vain.
 */
const COMMIT = `
  with claim as (
    select from idempotency_keys
     where account_id = $1 and operation = $26 and key = $27 and owner = $31 and status is null
       for update
  ), reserved as (
    delete from allowance_reservations
     where id = $25::bigint and account_id = $1 and ($27::text is null or exists (select from claim))
    returning id
  ), counted as (
    update certificate_counts set total = total + 1
     where account_id = $1 and livemode = $3
       and ($25::bigint is null or exists (select from reserved))
       and ($27::text is null or exists (select from claim))
    returning total as number
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
      created_at)
    select $1, $2, $3, number, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
      from counted
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain, salt, leaf_hash)
    select $1, $2, $21, $22, $23, $24 from counted
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select $4, $1, $2 from counted
  ), leaf as (
    insert into log_queue (account_id, certificate_id, leaf_hash) select $1, $2, $24 from counted
  ), answer as (
    update idempotency_keys set status = $28, headers = $29, body = $30
      from counted
     where account_id = $1 and operation = $26 and key = $27
  )
  select number from counted`;

type Commit = {
  made: NewCertificate;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
};

function commitParams({ made, reservation, idempotent }: Commit, owner: number): unknown[] {
  const { accountId, keyId, certificate: c, token } = made;
  return [
    accountId,
    c.id,
    c.livemode,
    c.code,
    keyId,
    c.title,
    c.description,
    c.documentType,
    c.file.name,
    c.file.mime,
    c.file.sizeBytes,
    fromHex(c.file.sha256),
    c.timestamp.psc,
    c.timestamp.serial,
    c.timestamp.policyOid,
    c.timestamp.genTime,
    c.timestamp.accuracyMs,
    c.timestamp.accredited,
    JSON.stringify(c.timestamp.warnings),
    c.createdAt,
    token.tsr,
    token.chain,
    token.salt,
    token.leafHash,
    reservation,
    idempotent?.operation,
    idempotent?.key,
    idempotent?.answer.status,
    idempotent?.answer.headers,
    idempotent?.answer.body,
    owner,
  ];
}

function toStart(row: Row | undefined): CertificateStart {
  switch (row?.outcome) {
    case 'go':
      return { outcome: 'go', reservation: (row.reservation as number | null) ?? undefined };
    case 'replay':
      return {
        outcome: 'replay',
        answer: {
          status: row.status as number,
          headers: row.headers as Record<string, string>,
          body: row.body as string,
        },
      };
    case 'reused':
    case 'in_progress':
    case 'allowance_exhausted':
      return { outcome: row.outcome };
    default:
      throw new Error(`begin_certificate answered ${String(row?.outcome)}`);
  }
}

/** A read that finds nothing comes as one row of nulls: it is joined to the admission from the left. */
function toCertificates(rows: readonly Row[]): Certificate[] {
  return rows
    .filter((row) => row.id !== null)
    .sort((a, b) => (b.number as number) - (a.number as number))
    .map(toCertificate);
}

function toCertificate(row: Row): Certificate {
  return {
    id: row.id as CertificateId,
    livemode: row.livemode as boolean,
    title: row.title as string,
    description: (row.description as string | null) ?? undefined,
    documentType: (row.document_type as string | null) ?? undefined,
    file: {
      name: row.file_name as string,
      mime: row.file_mime as string,
      sizeBytes: row.file_size as number,
      sha256: (row.sha256 as Buffer).toString('hex') as Sha256Hex,
    },
    timestamp: {
      psc: row.psc as string,
      serial: row.tst_serial as string,
      policyOid: row.policy_oid as string,
      genTime: row.gen_time as string,
      accuracyMs: (row.accuracy_ms as number | null) ?? undefined,
      accredited: row.accredited as boolean,
      warnings: row.warnings as { code: string; message: string }[],
    },
    code: row.code as string,
    createdAt: row.created_at as Date,
    leafIndex: (row.leaf_index as number | null) ?? undefined,
    anchor: row.network === null ? undefined : toAnchor(row),
  };
}

function toAnchor(row: Row): CertificateAnchor {
  const blockNumber = row.block_number as number;
  return {
    network: row.network as string,
    txHash: row.tx_hash as Uint8Array,
    blockNumber,
    blockHash: row.block_hash as Uint8Array,
    blockTime: row.block_time as Date,
    confirmations: Math.max(1, ((row.head_number as number | null) ?? blockNumber) - blockNumber + 1),
    merkleRoot: row.root as Uint8Array,
    isFinal: row.anchor_state === 'final',
    changedAt: (row.final_at ?? row.mined_at) as Date,
  };
}

function toToken(row: Row): StoredToken {
  return {
    tsr: row.tsr as Uint8Array,
    chain: row.chain as Uint8Array[],
    salt: row.salt as Uint8Array,
    leafHash: row.leaf_hash as Uint8Array,
  };
}

function fromHex(sha256: Sha256Hex): Buffer {
  return Buffer.from(sha256, 'hex');
}
