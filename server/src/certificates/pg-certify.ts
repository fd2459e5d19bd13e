/** Writes certificates: begin, abandon and commit. */

import { noteChange } from '../database/current-request.ts';
import type { Database } from '../database/pool.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import { makeComing, makeCommit } from './commit/pg-commit-together.ts';
import { rowTextsOf } from './commit/row-texts.ts';
import type { LeavesInHand } from './journal/leaves-in-hand.ts';
import { makeBegin } from './pg-begin.ts';
import { makeUnseenStarts } from './pg-unseen-starts.ts';
import type { CertificateStore, IdempotentRequest } from './ports.ts';
import type { StorageRules } from './stored-files.ts';

/**
 * Undoes `begin`. It does not touch a key that has a stored answer: then the certificate was written, and only the
 * confirmation was lost. Nor does it touch a key that the caller's retry has claimed since, which matters because
 * clean-up is repeated until it is confirmed. It locks the key and then the account, in the same order as `begin`, so
 * that the two cannot deadlock.
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

export function makeCertificateWrites(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
  rules: StorageRules,
  leavesInHand: LeavesInHand,
): Pick<CertificateStore, 'begin' | 'reserveAnother' | 'abandon' | 'announce' | 'commit'> {
  const unseen = makeUnseenStarts(database, owner, untilDone);
  const { begin, reserveAnother } = makeBegin({ database, owner, unseen });
  const coming = makeComing();
  const commit = makeCommit(database, owner, rules, coming, leavesInHand);
  const claimedAt = new WeakMap<IdempotentRequest, Date>();
  return {
    begin(accountId, setsAside, idempotent, now, wanted) {
      if (idempotent !== undefined) claimedAt.set(idempotent, now);
      return begin(accountId, setsAside, idempotent, now, wanted);
    },

    reserveAnother,

    async abandon(accountId, reservation, idempotent) {
      await database.query(
        ABANDON,
        [
          accountId,
          reservation,
          idempotent?.operation,
          idempotent?.key,
          owner(),
          idempotent && claimedAt.get(idempotent),
        ],
        'abandon-certificate',
      );
      unseen.forget(reservation);
    },

    announce: coming.announce,

    async commit(made, reservation, idempotent) {
      const outcome = await commit({ made, texts: rowTextsOf(made), reservation, idempotent });
      unseen.forget(reservation);
      unseen.forget(made.sealOrder?.reservation);
      // The commit was shared with other requests, so the change must be noted for this one here.
      if (outcome === 'written') noteChange();
      return outcome;
    },
  };
}
