/**
 * Caches the totals of searches. Certificates are only ever added, so the next count reads only those added since.
 * Without this, each page of a search that matches a million certificates would count the million.
 */

import type { Owner } from '../../kernel/owner.ts';
import type { CertificateFilter } from '../ports.ts';
import type { CertificateSearch, SearchScope } from './ports.ts';

const MOST_REMEMBERED = 2_000;

type Known = { changes: number; upTo: number; total: number };

export type Totals = (owner: Owner, filter: CertificateFilter, scope: SearchScope) => Promise<number>;

export function rememberTotals(search: Pick<CertificateSearch, 'count'>): Totals {
  const known = new Map<string, Known>();
  return async (owner, filter, scope) => {
    const { low, high, changes } = scope;
    // Totals of certificates that wait for their block are not cached, because they change soon and are mostly small.
    if (low > 0) return search.count(owner, filter, scope);
    const key = keyOf(owner, filter, scope);
    const last = known.get(key);
    const start = last?.changes === changes && last.upTo <= high ? last : { upTo: 0, total: 0 };
    const since = start.upTo === high ? 0 : await search.count(owner, filter, { ...scope, low: start.upTo });
    const total = start.total + since;
    known.delete(key);
    known.set(key, { changes, upTo: high, total });
    if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value ?? '');
    return total;
  };
}

/** The key of a search. The status is left out, because `high` already contains it. */
function keyOf({ accountId, livemode }: Owner, filter: CertificateFilter, { isExact }: SearchScope): string {
  return JSON.stringify([accountId, livemode, isExact, { ...filter, status: undefined }]);
}
