/** Turns a status into a range of numbers, because numbers follow the order of places in the log. */

import type { CertificateStatus } from './certificate.ts';

/**
 * A query with one row: the certificates numbered above `low` and up to `high` have the status. It is used where
 * `caller` is in scope.
 */
export function rangeOf(status: CertificateStatus | undefined): string {
  return status === undefined ? ALL_NUMBERS : RANGES[status];
}

const TOTAL =
  '(select total from certificate_counts where account_id = caller.account_id and livemode = caller.livemode)';
const PLACED = 'last_number_below(caller.account_id, caller.livemode, 9223372036854775807)';
const CERTIFIED = 'last_number_below(caller.account_id, caller.livemode, certified_size(caller.livemode))';

/**
 * The range of all numbers. Numbers have no gaps, so the counter is the last one. `offset 0` keeps the functions from
 * running once per row.
 */
const ALL_NUMBERS = `select 0::bigint as low, ${TOTAL} as high offset 0`;

/** The status follows from the place in the log, and places have the order of numbers. */
const RANGES: Record<CertificateStatus, string> = {
  stamped: `select ${PLACED} as low, ${TOTAL} as high offset 0`,
  anchoring: `select ${CERTIFIED} as low, ${PLACED} as high offset 0`,
  certified: `select 0::bigint as low, ${CERTIFIED} as high offset 0`,
};
