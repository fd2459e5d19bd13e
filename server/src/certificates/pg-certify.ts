/** Certificates as they are made: begun, abandoned, and written in one statement. */

import { auditCall, auditParams } from '../audit/note-sql.ts';
import type { Database, Row } from '../database/pool.ts';
import { reclaimReservations } from '../database/presence.ts';
import { isRecord, number, optionalNumber, shaped, text } from '../database/row-reader.ts';
import { batchWhileBusy } from '../kernel/batch-while-busy.ts';
import { AppError } from '../kernel/errors.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { UntilDone } from '../kernel/until-done.ts';
import { COMMIT, type Commit, commitParams, outcomesOf } from './pg-commit.ts';
import { makeUnseenStarts } from './pg-unseen-starts.ts';
import type { CertificateStart, CertificateStore, CommitOutcome, IdempotentRequest } from './ports.ts';

export function makeCertificateWrites(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
): Pick<CertificateStore, 'begin' | 'abandon' | 'commit'> {
  const unseen = makeUnseenStarts(database, owner, untilDone);
  const claimedAt = new WeakMap<IdempotentRequest, Date>();

  const beginOne = async (
    accountId: AccountId,
    setsAside: boolean,
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
            setsAside,
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
      const [{ accountId, now }] = wanted;
      const rows = await unseen.watch({ accountId, idempotent: undefined, now }, () =>
        database.query('reserve-certificates', 'select id from reserve_certificates($1, $2, $3, $4) id', [
          accountId,
          wanted.length,
          owner(),
          now,
        ]),
      );
      for (const row of rows) unseen.see(number(row, 'id'));
      return wanted.map(async (one, i): Promise<CertificateStart> => {
        const row = rows[i];
        return row === undefined ? reserveOne(one) : { outcome: 'go', reservation: number(row, 'id') };
      });
    },
  );

  const writeTogether = async (commits: readonly [Commit, ...Commit[]]): Promise<CommitOutcome[]> => {
    const notes = commits.map(({ made }) => made.note);
    if (notes.every((note) => note === undefined)) {
      return outcomesOf(
        commits,
        await database.query('commit-certificates', COMMIT, commitParams(commits, owner())),
      );
    }
    return database.transaction(async (query) => {
      const rows = await query(COMMIT, commitParams(commits, owner()), 'commit-certificates');
      const outcomes = outcomesOf(commits, rows);
      for (const [i, note] of notes.entries()) {
        if (outcomes[i] === 'written' && note !== undefined) {
          await query(`select ${auditCall(1)}`, auditParams(note));
        }
      }
      return outcomes;
    });
  };
  const commitOne = async (one: Commit): Promise<CommitOutcome> => (await writeTogether([one]))[0] ?? 'lost';

  // Each commit takes the next number of its account and keeps others waiting until it is on the disk. Those
  // that gather meanwhile share the next trip to the disk: one transaction, all of them or none.
  const commit = batchWhileBusy<Commit, CommitOutcome>(
    ({ made }) => `${made.accountId} ${made.certificate.livemode}`,
    commitOne,
    async (commits) => {
      try {
        const outcomes = await writeTogether(commits);
        // What is left was not enough for all of those together; for some of them it may be.
        return commits.map(async (one, i) =>
          outcomes[i] === 'allowance_exhausted' ? commitOne(one) : (outcomes[i] ?? 'lost'),
        );
      } catch (error) {
        // One that cannot be written must not take its neighbours along. A database that is away refuses all.
        if (error instanceof AppError) throw error;
        return commits.map(commitOne);
      }
    },
  );

  return {
    async begin(accountId, setsAside, idempotent, now) {
      if (idempotent !== undefined) claimedAt.set(idempotent, now);
      if (idempotent !== undefined) return beginOne(accountId, setsAside, idempotent, now);
      return setsAside ? reserve({ accountId, now }) : { outcome: 'go', reservation: undefined };
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
      const outcome = await commit({ made, reservation, idempotent });
      unseen.forget(reservation);
      return outcome;
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

function toStart(row: Row | undefined): CertificateStart {
  switch (row?.outcome) {
    case 'go':
      return { outcome: 'go', reservation: optionalNumber(row, 'reservation') };
    case 'replay':
      return {
        outcome: 'replay',
        answer: {
          status: number(row, 'status'),
          headers: shaped(row, 'headers', isHeaders, 'texts by name'),
          body: text(row, 'body'),
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

function isHeaders(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((header) => typeof header === 'string');
}
