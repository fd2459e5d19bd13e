/** Begins a certificate: reserves it in the allowance and claims its idempotency key. */

import { makeConfirmCommitted } from '../database/confirm-committed.ts';
import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import { batchWhileBusy } from '../kernel/pacing/batch-while-busy.ts';
import { findExternalId } from './pg-external-ids.ts';
import { reclaimReservations } from './pg-housekeeping.ts';
import type { UnseenStarts } from './pg-unseen-starts.ts';
import type { CertificateStart, CertificateStore, IdempotentRequest, WantedId } from './ports.ts';

type BeginNeeds = { database: Database; owner: () => number; unseen: UnseenStarts };

type Start = {
  accountId: AccountId;
  setsAside: boolean;
  idempotent: IdempotentRequest | undefined;
  now: Date;
  wanted: WantedId | undefined;
};

type Reservation = { accountId: AccountId; now: Date };

export function makeBegin(needed: BeginNeeds): Pick<CertificateStore, 'begin' | 'reserveAnother'> {
  const reserve = makeReserve(needed);
  const confirmCommitted = makeConfirmCommitted(needed.database);
  const begin: CertificateStore['begin'] = async (accountId, setsAside, idempotent, now, wanted) => {
    if (idempotent !== undefined || (setsAside && wanted !== undefined))
      return beginOne(needed, { accountId, setsAside, idempotent, now, wanted }).then(async (begun) => {
        if (begun.outcome === 'replay') await confirmCommitted();
        return begun;
      });
    if (wanted !== undefined) {
      const takenBy = await findExternalId(needed.database, accountId, wanted);
      return { outcome: 'go', reservation: undefined, ...(takenBy && { takenBy }) };
    }
    return setsAside ? reserve({ accountId, now }) : { outcome: 'go', reservation: undefined };
  };
  return {
    begin,
    async reserveAnother(accountId, now) {
      const start = await reserve({ accountId, now });
      return start.outcome === 'go' ? start.reservation : undefined;
    },
  };
}

async function beginOne(needed: BeginNeeds, start: Start): Promise<CertificateStart> {
  const started = await tryToBegin(needed, start);
  if (started.outcome !== 'allowance_exhausted') return started;
  // The rest of the allowance may be reserved by a dead process. Such reservations are released, because the retry of
  // that process's caller must not be refused. Another caller may have released them since, so a second attempt is made
  // in any case.
  await reclaimReservations(needed.database);
  return tryToBegin(needed, start);
}

const BEGIN = `
  select outcome, reservation, status, headers, body,
         (select id from certificates where account_id = $1 and livemode = $8 and external_id = $9) as taken_by
    from begin_certificate($1, $2, $3, $4, $5, $6, $7)`;

async function tryToBegin({ database, owner, unseen }: BeginNeeds, start: Start): Promise<CertificateStart> {
  const { accountId, setsAside, idempotent, now, wanted } = start;
  const [row] = await unseen.watch(start, () =>
    database.query(
      BEGIN,
      [
        accountId,
        setsAside,
        idempotent?.operation,
        idempotent?.key,
        idempotent?.fingerprint,
        owner(),
        now,
        wanted?.livemode,
        wanted?.externalId,
      ],
      'begin-certificate',
    ),
  );
  const begun = toStart(row);
  if (begun.outcome === 'go') unseen.see(begun.reservation);
  return begun;
}

/**
 * Makes the function that reserves. Concurrent reservations of one account are made together; each one that found no
 * allowance left is tried once more separately.
 */
function makeReserve(needed: BeginNeeds): (wanted: Reservation) => Promise<CertificateStart> {
  const reserveOne = (wanted: Reservation) =>
    beginOne(needed, { ...wanted, setsAside: true, idempotent: undefined, wanted: undefined });
  return batchWhileBusy<Reservation, CertificateStart>(
    ({ accountId }) => accountId,
    reserveOne,
    async (wanted) => {
      const reserved = await reserveTogether(needed, wanted);
      return wanted.map(async (one, i): Promise<CertificateStart> => {
        const reservation = reserved[i];
        return reservation === undefined ? reserveOne(one) : { outcome: 'go', reservation };
      });
    },
  );
}

/** Reserves several certificates. It may return fewer ids than wanted: as many as there is allowance for. */
async function reserveTogether(
  { database, owner, unseen }: BeginNeeds,
  wanted: readonly [Reservation, ...Reservation[]],
): Promise<number[]> {
  const [{ accountId, now }] = wanted;
  const rows = await unseen.watch({ accountId, idempotent: undefined, now }, () =>
    database.query(
      'select id from reserve_certificates($1, $2, $3, $4) id',
      [accountId, wanted.length, owner(), now],
      'reserve-certificates',
    ),
  );
  const reserved = rows.map((row) => read.number(row, 'id'));
  for (const reservation of reserved) unseen.see(reservation);
  return reserved;
}

function toStart(row: Row | undefined): CertificateStart {
  switch (row?.outcome) {
    case 'go':
      return {
        outcome: 'go',
        reservation: read.optionalNumber(row, 'reservation'),
        ...(row.taken_by !== null && { takenBy: read.id('cert', row, 'taken_by') }),
      };
    case 'replay':
      return {
        outcome: 'replay',
        answer: {
          status: read.number(row, 'status'),
          headers: read.textsByName(row, 'headers'),
          body: read.text(row, 'body'),
        },
      };
    case 'reused':
    case 'in_progress':
    case 'allowance_exhausted':
      return { outcome: row.outcome };
    default:
      throw new Error(`begin_certificate returned ${String(row?.outcome)}`);
  }
}
