/** Certificates as they are made: begun, abandoned, and written in one statement. */

import type { Database } from '../database/pool.ts';
import type { UntilDone } from '../kernel/until-done.ts';
import { makeBegin } from './pg-begin.ts';
import { makeCommit } from './pg-commit-together.ts';
import { makeUnseenStarts } from './pg-unseen-starts.ts';
import type { CertificateStore, IdempotentRequest } from './ports.ts';

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

export function makeCertificateWrites(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
): Pick<CertificateStore, 'begin' | 'abandon' | 'commit'> {
  const unseen = makeUnseenStarts(database, owner, untilDone);
  const begin = makeBegin({ database, owner, unseen });
  const commit = makeCommit(database, owner);
  const claimedAt = new WeakMap<IdempotentRequest, Date>();
  return {
    begin(accountId, setsAside, idempotent, now) {
      if (idempotent !== undefined) claimedAt.set(idempotent, now);
      return begin(accountId, setsAside, idempotent, now);
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
