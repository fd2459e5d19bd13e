/** Where a certificate begins: its part of the allowance is set aside, its idempotency key is claimed. */

import type { Database, Row } from '../database/pool.ts';
import { isRecord, number, optionalNumber, shaped, text } from '../database/row-reader.ts';
import { batchWhileBusy } from '../kernel/batch-while-busy.ts';
import type { AccountId } from '../kernel/ids.ts';
import { reclaimReservations } from './pg-housekeeping.ts';
import type { UnseenStarts } from './pg-unseen-starts.ts';
import type { CertificateStart, CertificateStore, IdempotentRequest } from './ports.ts';

type World = { database: Database; owner: () => number; unseen: UnseenStarts };

type Start = {
  accountId: AccountId;
  setsAside: boolean;
  idempotent: IdempotentRequest | undefined;
  now: Date;
};

type Reservation = { accountId: AccountId; now: Date };

export function makeBegin(world: World): CertificateStore['begin'] {
  const reserve = makeReserve(world);
  return async (accountId, setsAside, idempotent, now) => {
    if (idempotent !== undefined) return beginOne(world, { accountId, setsAside, idempotent, now });
    return setsAside ? reserve({ accountId, now }) : { outcome: 'go', reservation: undefined };
  };
}

async function beginOne(world: World, start: Start): Promise<CertificateStart> {
  const started = await tryToBegin(world, start);
  if (started.outcome !== 'allowance_exhausted') return started;
  // The last of the allowance may be held by a process that died: its caller's retry must not be refused.
  return (await reclaimReservations(world.database)) > 0 ? tryToBegin(world, start) : started;
}

async function tryToBegin({ database, owner, unseen }: World, start: Start): Promise<CertificateStart> {
  const { accountId, setsAside, idempotent, now } = start;
  const [row] = await unseen.watch(start, () =>
    database.query(
      'begin-certificate',
      'select outcome, reservation, status, headers, body from begin_certificate($1, $2, $3, $4, $5, $6, $7)',
      [accountId, setsAside, idempotent?.operation, idempotent?.key, idempotent?.fingerprint, owner(), now],
    ),
  );
  const begun = toStart(row);
  if (begun.outcome === 'go') unseen.see(begun.reservation);
  return begun;
}

/** Reservations of one account that gather are made together; those that found nothing left ask once more alone. */
function makeReserve(world: World): (wanted: Reservation) => Promise<CertificateStart> {
  const reserveOne = (wanted: Reservation) =>
    beginOne(world, { ...wanted, setsAside: true, idempotent: undefined });
  return batchWhileBusy<Reservation, CertificateStart>(
    ({ accountId }) => accountId,
    reserveOne,
    async (wanted) => {
      const reserved = await reserveTogether(world, wanted);
      return wanted.map(async (one, i): Promise<CertificateStart> => {
        const reservation = reserved[i];
        return reservation === undefined ? reserveOne(one) : { outcome: 'go', reservation };
      });
    },
  );
}

/** As many as there is allowance for. */
async function reserveTogether(
  { database, owner, unseen }: World,
  wanted: readonly [Reservation, ...Reservation[]],
): Promise<number[]> {
  const [{ accountId, now }] = wanted;
  const rows = await unseen.watch({ accountId, idempotent: undefined, now }, () =>
    database.query('reserve-certificates', 'select id from reserve_certificates($1, $2, $3, $4) id', [
      accountId,
      wanted.length,
      owner(),
      now,
    ]),
  );
  const reserved = rows.map((row) => number(row, 'id'));
  for (const reservation of reserved) unseen.see(reservation);
  return reserved;
}

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
