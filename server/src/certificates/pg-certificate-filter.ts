/** The SQL of a filter over certificates: a range of numbers, and conditions. */

import type { CertificateStatus } from './certificate.ts';
import type { CertificateFilter } from './ports.ts';

export type FilterSql = {
  /** A query with one row: numbers above `low` and up to `high` are searched. `caller` is in scope. */
  range: string;
  /** On `range`, on `s` (`certificate_search`) and, when filtering by hash, on `h` (`certificates`). */
  conditions: readonly string[];
  isByHash: boolean;
  params: readonly unknown[];
};

/** Parameters are numbered from `$first`. */
export function toFilterSql(filter: CertificateFilter, first: number): FilterSql {
  const conditions: string[] = [];
  const params: unknown[] = [];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value === undefined) return;
    conditions.push(condition(`$${first + params.length}`));
    params.push(value);
  };
  add(filter.documentType, (p) => `s.document_type = ${p}`);
  add(filter.sha256 && Buffer.from(filter.sha256, 'hex'), (p) => `h.sha256 = ${p}`);
  add(filter.text && containsPattern(filter.text), (p) => `s.search_text like lower(${p})`);
  add(filter.createdAfter, (p) => `s.created_at > ${p}`);
  add(filter.createdBefore, (p) => `s.created_at < ${p}`);
  // Only if needed: the planner assumes that any range is narrow.
  if (filter.status !== undefined && conditions.length > 0)
    conditions.push('s.number > range.low', 's.number <= range.high');
  const range = filter.status === undefined ? ALL_NUMBERS : RANGES[filter.status];
  return { range, conditions, isByHash: filter.sha256 !== undefined, params };
}

const TOTAL =
  '(select total from certificate_counts where account_id = caller.account_id and livemode = caller.livemode)';
const PLACED = 'last_number_below(caller.account_id, caller.livemode, 9223372036854775807)';
const CERTIFIED = 'last_number_below(caller.account_id, caller.livemode, certified_size(caller.livemode))';

/** Numbers are dense, so the counter is the last number. `offset 0` keeps the functions from running once per row. */
const ALL_NUMBERS = `select 0::bigint as low, ${TOTAL} as high offset 0`;

/** The status follows from the place in the log, and places have the order of numbers. */
const RANGES: Record<CertificateStatus, string> = {
  stamped: `select ${PLACED} as low, ${TOTAL} as high offset 0`,
  anchoring: `select ${CERTIFIED} as low, ${PLACED} as high offset 0`,
  certified: `select 0::bigint as low, ${CERTIFIED} as high offset 0`,
};

/** `search_text` separates title and file name by a line break, which neither contains; a match must not span it. */
function containsPattern(text: string): string {
  return `%${text.replaceAll('\n', '\uffff').replace(/[\\%_]/g, '\\$&')}%`;
}
