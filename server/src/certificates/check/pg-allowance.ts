/** Checks the allowance of an account: what was granted must be left, reserved, or used for live certificates. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { partly, type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';
import { grantedBy } from '../../keys/check/pg-audited-faults.ts';

/** How many live certificates account `a` has made. Wrong counters and missing certificates are reported separately. */
export const LIVE =
  'coalesce((select total from certificate_counts n where n.account_id = a.id and n.livemode), 0)';
export const RESERVED = `((select count(*) from allowance_reservations r where r.account_id = a.id)
  + (select coalesce(sum(b.total - b.made - b.failed), 0) from batches b where b.account_id = a.id and b.livemode)
  + (select count(*) from pdf_seals s where s.account_id = a.id and s.livemode and s.status = 'queued'))`;

export const GRANTED_BY_AUDIT = grantedBy('audit_events');

export const checkAllowances = compareRows('certificates: allowances', [
  {
    code: 'allowance_differs',
    message: 'The allowance does not add up',
    repair: 'allowance',
    of: rowsOf('accounts', ['id']),
    sql: `select a.id as where_ids,
                 'granted ' || a.certificates_granted || ', but ' || a.certificates_left || ' left, ' || ${RESERVED}
                 || ' set aside and ' || ${LIVE} || ' made' as told
            from piece a where a.certificates_granted <> a.certificates_left + ${RESERVED} + ${LIVE}`,
  },
  {
    code: 'reservation_dead',
    message: 'Part of the allowance is held for a request that is gone',
    repair: 'reservations',
    isLeftByCrashes: true,
    of: rowsOf('allowance_reservations', ['id']),
    sql: `select r.account_id || ' reservation ' || r.id as where_ids, 'its process is dead' as told, r.created_at as since
            from piece r where not process_is_alive(r.owner)`,
  },
]);

export const repairReservations: Repair<'reservations'> = {
  kind: 'reservations',
  run: ({ transaction }) =>
    transaction(async (query) => {
      const [row] = await query('select reclaim_reservations() as n');
      return whole(`${row?.n} reserved certificates were returned to their allowances`);
    }),
};

export const repairAllowances: Repair<'allowance'> = {
  kind: 'allowance',
  run: ({ transaction }) => transaction(recalculateAllowances),
};

/**
 * Corrects allowances. One of three numbers is wrong: granted, left or made. The certificates that were made are never
 * touched. If the audit log records the grants, it decides; otherwise `certificates_granted` does.
 */
async function recalculateAllowances(query: Query): Promise<Repaired> {
  const rest = `${RESERVED} + ${LIVE}`;
  const suspects = await query(
    `select a.id from accounts a
      where a.certificates_granted <> a.certificates_left + ${rest}
         or a.certificates_granted <> ${GRANTED_BY_AUDIT}`,
  );
  let repaired = 0;
  for (const { id } of suspects) {
    await query('select from accounts where id = $1 for update', [id]);
    const rows = await query(
      `update accounts b set certificates_granted = sums.granted, certificates_left = sums.granted - sums.rest
         from (select coalesce(${GRANTED_BY_AUDIT}, a.certificates_granted) as granted, ${rest} as rest
                 from accounts a where a.id = $1) sums
        where b.id = $1 and sums.granted >= sums.rest returning 1`,
      [id],
    );
    repaired += rows.length;
  }
  return partly(repaired, suspects.length, 'allowances were recalculated');
}
