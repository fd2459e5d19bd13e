/** Certificates as they are made: begun, abandoned, and written in one statement. */

import { AppError } from '../domain/errors.ts';
import type { AccountId } from '../domain/ids.ts';
import type {
  CertificateStart,
  CertificateStore,
  IdempotentRequest,
  NewCertificate,
  Ports,
  StoredAnswer,
} from '../ports.ts';
import { auditCall, auditParams } from './audit-note.ts';
import { batchWhileBusy } from './batch-while-busy.ts';
import type { Database, Row, TransactionQuery } from './pg.ts';
import { reclaimReservations } from './pg-presence.ts';
import { makeUnseenStarts } from './pg-unseen-starts.ts';

export function makeCertificateWrites(
  database: Database,
  owner: () => number,
  untilDone: Ports['untilDone'],
): Pick<CertificateStore, 'begin' | 'abandon' | 'commit'> {
  const unseen = makeUnseenStarts(database, owner, untilDone);
  const claimedAt = new WeakMap<IdempotentRequest, Date>();

  const beginOne = async (
    accountId: AccountId,
    livemode: boolean,
    idempotent: IdempotentRequest | undefined,
    now: Date,
  ): Promise<CertificateStart> => {
    const start = async () => {
      const [row] = await unseen.watch({ accountId, idempotent, now }, () =>
        database.query(
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
        ),
      );
      const begun = toStart(row);
      if (begun.outcome === 'go') unseen.see(begun.reservation);
      return begun;
    };
    const started = await start();
    if (started.outcome !== 'allowance_exhausted') return started;
    // The last of the allowance may be held by a process that died: its caller's retry must not be refused.
    return (await reclaimReservations(database)) > 0 ? start() : started;
  };

  // Reservations of one account that gather are made together; those that found nothing left ask once more alone.
  const reserveOne = ({ accountId, now }: Reservation) => beginOne(accountId, true, undefined, now);
  const reserve = batchWhileBusy<Reservation, CertificateStart>(
    ({ accountId }) => accountId,
    reserveOne,
    async (wanted) => {
      const [{ accountId, now }] = wanted as [Reservation, ...Reservation[]];
      const rows = await unseen.watch({ accountId, idempotent: undefined, now }, () =>
        database.query('reserve-certificates', 'select id from reserve_certificates($1, $2, $3, $4) id', [
          accountId,
          wanted.length,
          owner(),
          now,
        ]),
      );
      for (const { id } of rows) unseen.see(id as number);
      return wanted.map(async (one, i): Promise<CertificateStart> => {
        const row = rows[i];
        return row === undefined ? reserveOne(one) : { outcome: 'go', reservation: row.id as number };
      });
    },
  );

  const commitOne = async (commit: Commit): Promise<boolean> => {
    if (commit.made.note !== undefined) return database.transaction((query) => commitWithin(query, commit));
    return (await database.query('commit-certificate', COMMIT, commitParams(commit, owner()))).length === 1;
  };

  const commitWithin = async (query: TransactionQuery, commit: Commit): Promise<boolean> => {
    const rows = await query(COMMIT, commitParams(commit, owner()), 'commit-certificate');
    const { note } = commit.made;
    if (rows.length === 1 && note !== undefined) await query(`select ${auditCall(1)}`, auditParams(note));
    return rows.length === 1;
  };

  // Each commit takes the next number of its account and keeps others waiting until it is on the disk. Those
  // that gather meanwhile share the next trip to the disk: one transaction, all of them or none.
  const commit = batchWhileBusy<Commit, boolean>(
    ({ made }) => made.accountId,
    commitOne,
    async (commits) => {
      try {
        const written = await database.transaction(async (query) => {
          const done: boolean[] = [];
          for (const one of commits) done.push(await commitWithin(query, one));
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
    async begin(accountId, livemode, idempotent, now) {
      if (idempotent !== undefined) claimedAt.set(idempotent, now);
      if (idempotent !== undefined) return beginOne(accountId, livemode, idempotent, now);
      return livemode ? reserve({ accountId, now }) : { outcome: 'go', reservation: undefined };
    },

    async abandon(accountId, reservation, idempotent) {
      await database.query('abandon-certificate', ABANDON, [
        accountId,
        reservation,
        idempotent?.operation,
        idempotent?.key,
        owner(),
        idempotent && claimedAt.get(idempotent),
      ]);
      unseen.forget(reservation);
    },

    async commit(made, reservation, idempotent) {
      const isWritten = await commit({ made, reservation, idempotent });
      unseen.forget(reservation);
      return isWritten;
    },
  };
}

type Reservation = { accountId: AccountId; now: Date };

/**
 * A key that has its answer is left alone: the certificate was written, only its writer did not hear so. So is one
 * that the caller's next try has claimed since: clean-up is repeated until it is heard to have happened. Key, then
 * account, as where a certificate begins, so that the two never wait for each other.
 */
const ABANDON = `
  with claim as (
    delete from idempotency_keys
     where account_id = $1 and operation = $3 and key = $4 and owner = $5 and created_at = $6 and status is null
    returning key
  ), reserved as (
    delete from allowance_reservations where id = $2::bigint and (select count(*) from claim) >= 0
    returning id
  )
  update accounts set certificates_left = certificates_left + 1
   where id = $1 and exists (select from reserved)`;

/**
 * Everything that makes a certificate, or nothing: one statement is one transaction. A live certificate
 * needs its reservation ($25), and one with an idempotency key ($28) needs its claim to that: when this process
 * seemed dead and another took either, no row is written and none is returned. The claim is looked at first,
 * so that a reservation is not used up in vain.
 */
export const COMMIT = `
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
  ), leaf as (
    insert into log_queue (leaf_hash) select $24 from counted returning id as ticket
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
      created_at, ticket)
    select $1, $2, $3, number, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, ticket
      from counted, leaf
  ), search as (
    insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
    select $1, $3, number, $20, $8, lower($6) || E'\\n' || lower($9) from counted
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain, salt, leaf_hash)
    select $1, $2, $21, $22, $23, $24 from counted
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select $4, $1, $2 from counted
  ), answer as (
    update idempotency_keys set status = $28, headers = $29, body = $30
      from counted
     where account_id = $1 and operation = $26 and key = $27
  )
  select number from counted`;

export type Commit = {
  made: NewCertificate;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
};

export function commitParams({ made, reservation, idempotent }: Commit, owner: number): unknown[] {
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
    Buffer.from(c.file.sha256, 'hex'),
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
