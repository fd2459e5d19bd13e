/** Checks Idempotency-Keys that a dead process still holds, and answers that are kept sealed. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { type Repair, whole } from '../../database/check/repair.ts';
import { checkSealed } from '../../database/check/sealed-secrets.ts';
import * as read from '../../database/row-reader.ts';

const CLAIM_KEY = ['account_id', 'operation', 'key'];

export const checkOwnersOfClaims = compareRows('operations: owners', [
  ownerMissing('idempotency_keys', CLAIM_KEY),
]);

export const checkClaims = compareRows('operations: claims', [
  {
    code: 'claim_changed',
    message: 'An Idempotency-Key differs from the one that was claimed, so a retry would repeat the work',
    of: rowsOf('idempotency_keys', CLAIM_KEY, 'account_id, operation, key, key_digest'),
    sql: `select i.account_id || ' ' || i.operation as where_ids, 'it does not match its digest' as told
            from piece i where i.key_digest <> key_digest_of(i.account_id, i.operation, i.key)`,
  },
  {
    code: 'claim_dead',
    message: 'An Idempotency-Key is held for a request that is gone',
    repair: 'claims',
    isLeftByCrashes: true,
    of: rowsOf('idempotency_keys', CLAIM_KEY, 'account_id, operation, key, status, owner, created_at'),
    sql: `select i.account_id || ' ' || i.operation as where_ids, 'its process is dead' as told, i.created_at as since
            from piece i where i.status is null and not process_is_alive(i.owner)`,
  },
]);

/** Answers that are not sealed are compared with their certificates (`certificates/check/check-answers.ts`). */
export const checkSealedAnswers = checkSealed({
  name: 'operations: sealed answers',
  code: 'answer_differs',
  message: 'The answer kept for an Idempotency-Key cannot be decrypted: a retry fails.',
  secrets: {
    of: rowsOf('idempotency_keys', CLAIM_KEY),
    sql: 'select account_id, body as sealed from piece where status is not null and sealed',
  },
  boundTo: (row) => read.text(row, 'account_id'),
});

export const repairClaims: Repair<'claims'> = {
  kind: 'claims',
  run: ({ transaction }) =>
    transaction(async (query) => {
      const rows = await query(
        'delete from idempotency_keys where status is null and not process_is_alive(owner) returning 1',
      );
      return whole(`${rows.length} Idempotency-Keys were freed`);
    }),
};
