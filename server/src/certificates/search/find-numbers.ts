/** Finds the numbers of one page of matches, however many matches there are. */

import type { Owner } from '../../kernel/owner.ts';
import type { CertificateFilter } from '../ports.ts';
import type { CertificateSearch, Part, SearchScope } from './ports.ts';

/** If there are fewer matches than this, all are found and sorted. */
const FEW = 10_000;
const SMALLEST_WINDOW = 1_000;
export const LARGEST_WINDOW = 100_000;

type Search = Pick<CertificateSearch, 'count' | 'numbers'>;

/**
 * Finds the numbers. If there are many matches, they lie close together, and a page is found in a short range of
 * numbers. So range after range is searched, each about as wide as needed. `total` is how many match in all.
 */
export async function findNumbers(
  search: Search,
  owner: Owner,
  filter: CertificateFilter,
  scope: SearchScope,
  { order, limit, offset }: Part,
  total: number,
): Promise<number[]> {
  if (total <= FEW) return search.numbers(owner, filter, scope, { order, limit, offset });
  const found: number[] = [];
  let skip = offset;
  let size = windowFor(((offset + limit) * scope.high) / total);
  for (let rest = scope; rest.low < rest.high && found.length < limit; size = windowFor(size * 2)) {
    const window = windowOf(rest, order, size);
    const part = { order, limit: limit - found.length, offset: skip };
    const numbers = await search.numbers(owner, filter, window, part);
    if (numbers.length === 0 && skip > 0) skip -= await search.count(owner, filter, window);
    if (numbers.length > 0) skip = 0;
    found.push(...numbers);
    rest = order === 'desc' ? { ...rest, high: window.low } : { ...rest, low: window.high };
  }
  return found;
}

function windowFor(size: number): number {
  return Math.min(Math.max(Math.ceil(size), SMALLEST_WINDOW), LARGEST_WINDOW);
}

function windowOf(scope: SearchScope, order: 'asc' | 'desc', size: number): SearchScope {
  const { low, high } = scope;
  return order === 'desc'
    ? { ...scope, low: Math.max(low, high - size) }
    : { ...scope, high: Math.min(high, low + size) };
}
