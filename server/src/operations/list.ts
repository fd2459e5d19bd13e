/**
 * Lists: newest first by default, paged by `offset` or `after`, with a total whose cost does not grow with
 * the list.
 */

import { Type } from 'typebox';
import type { Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { AppError } from '../kernel/errors.ts';
import { type IdByPrefix, parseId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Tools } from './operation.ts';

/** Totals are exact up to here, and `offset` reaches no further: `after` is cheap at any depth. */
export const MOST_COUNTED = 10_000;

const LIST_ORDERS = ['desc', 'asc'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

/** The same parameters for every list. `furthest`: how far `offset` reaches, if further than exact totals. */
export function listQuery(furthest = MOST_COUNTED, usual: ListOrder = 'desc') {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size.' })),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: furthest, default: 0, description: 'Records to skip.' }),
    ),
    after: Type.Optional(
      Type.String({
        description:
          'The id of the last record of the previous page, instead of `offset`. The pages do not shift while records are added, and a late page costs no more than the first.',
      }),
    ),
    order: Type.Optional(
      oneOf(LIST_ORDERS, { default: usual, description: '`desc`: newest first; `asc`: oldest first.' }),
    ),
  };
}

export const LIST_QUERY = listQuery();

export type ListQuery = {
  limit?: number | undefined;
  offset?: number | undefined;
  after?: string | undefined;
  order?: ListOrder | undefined;
};

/** The comparison of ids with the id after which a page begins. */
export function past(order: ListOrder): '<' | '>' {
  return order === 'asc' ? '>' : '<';
}

export const PaginationSchema = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: nullable(
      Type.Integer({
        description:
          'How many match in all. Null where an exact count would cost too much; then see `total_at_least`.',
      }),
    ),
    total_at_least: Type.Optional(
      Type.Integer({ description: 'How many match at least; only where `total` is null.' }),
    ),
    has_more: Type.Boolean({ description: 'Whether another page follows.' }),
  },
  { title: 'Pagination' },
);

/** The conditions of a filter; `add` numbers its parameter. */
export type Filter = { conditions: string[]; params: unknown[] };

/** Starts a filter with the caller's account and mode, of the table with this alias. */
export function ownedBy({ accountId, livemode }: Owner, alias: string): Filter {
  return {
    conditions: [`${alias}.account_id = $1`, `${alias}.livemode = $2`],
    params: [accountId, livemode],
  };
}

/** Adds a condition, unless there is nothing to compare with. */
export function where(filter: Filter, value: unknown, condition: (placeholder: string) => string): void {
  if (value === undefined) return;
  filter.params.push(value);
  filter.conditions.push(condition(`$${filter.params.length}`));
}

export type ListSource = {
  prefix: keyof IdByPrefix;
  columns: string;
  table: string;
  alias: string;
  /** Joined tables that may be used in filters. */
  joins?: string;
  /** Tables joined only to the rows of the page, for their columns. */
  shown?: string;
  /**
   * The column by which the list is sorted instead of by ids. It has an index on account, mode, this column and the id.
   */
  sortKey?: string;
};

/**
 * Matches are counted first, up to 10,001. If there are few, they are found by the best index for the filter and then
 * sorted. If there are many, the list is scanned in order, because the first matches are usually found soon; if none
 * is near the start, they too are found by index and sorted. By itself, the planner may scan a million rows for three
 * matches. `known`: the number of matches, if it was found in a cheaper way.
 */
export async function readPage(
  { query }: Pick<Tools, 'query'>,
  source: ListSource,
  asked: ListQuery,
  filter: Filter,
  known?: number,
): Promise<{ rows: Row[]; pagination: object }> {
  const { limit = 20, offset = 0, order = 'desc' } = asked;
  const total = known ?? (await countMatches({ query }, source, filter));
  const place = await placeAfter({ query }, source, filter, afterOf(source.prefix, asked));
  const params = [...filter.params, ...place];
  const beyond = place.map((_, index) => `$${filter.params.length + 1 + index}`);
  const page: Page = { limit: limit + 1, offset, order, beyond };
  const rows = await readRows({ query }, source, filter, { page, params, total });
  return { rows: rows.slice(0, limit), pagination: paginationOf(asked, total, rows.length > limit) };
}

type Wanted = { page: Page; params: readonly unknown[]; total: number };

async function readRows(
  { query }: Pick<Tools, 'query'>,
  source: ListSource,
  filter: Filter,
  { page, params, total }: Wanted,
): Promise<Row[]> {
  const isFiltered = filter.conditions.length > 2;
  if (!isFiltered) return query(walked(source, filter, page), params);
  if (total > MOST_COUNTED) {
    for (const most of WALKS) {
      const rows = await query(walked(source, filter, page, most), params);
      if (rows.length === page.limit) return rows;
    }
  }
  return total === 0 ? [] : query(sorted(source, filter, page), params);
}

export function paginationOf({ limit = 20, offset = 0 }: ListQuery, total: number, hasMore: boolean): object {
  return {
    limit,
    offset,
    ...(total > MOST_COUNTED ? { total: null, total_at_least: total } : { total }),
    has_more: hasMore,
  };
}

/** `beyond`: placeholders for the keys of the record after which the page begins. */
type Page = { limit: number; offset: number; order: ListOrder; beyond: readonly string[] };

/** The keys of the record after which the page begins; none for the first page. */
async function placeAfter(
  { query }: Pick<Tools, 'query'>,
  { table, alias, sortKey }: ListSource,
  { params }: Filter,
  after: string | undefined,
): Promise<unknown[]> {
  if (after === undefined || sortKey === undefined) return after === undefined ? [] : [after];
  const rows = await query(
    `select ${sortKey} as key from ${table} ${alias}
      where ${alias}.account_id = $1 and ${alias}.livemode = $2 and ${alias}.id = $3`,
    [...params.slice(0, 2), after],
  );
  if (rows[0] === undefined) throw notInList();
  return [rows[0].key, after];
}

function keysOf({ alias, sortKey }: ListSource): string[] {
  return [...(sortKey === undefined ? [] : [sortKey]), `${alias}.id`];
}

function inOrder(source: ListSource, order: ListOrder): string {
  return keysOf(source)
    .map((key) => `${key} ${order}`)
    .join(', ');
}

function whereBeyond(source: ListSource, { order, beyond }: Page): string {
  if (beyond.length === 0) return '';
  return `and (${keysOf(source).join(', ')}) ${past(order)} (${beyond.join(', ')})`;
}

export function notInList(): AppError {
  return new AppError('validation_failed', {
    en: '`after` must be the id of a record of this list.',
    es: '`after` debe ser el id de un registro de esta lista.',
  });
}

async function countMatches(
  { query }: Pick<Tools, 'query'>,
  { table, alias, joins = '' }: ListSource,
  filter: Filter,
): Promise<number> {
  const matching = `${table} ${alias} ${joins} where ${filter.conditions.join(' and ')}`;
  const counted = await query(
    `select count(*)::integer as total from (select 1 from ${matching} limit ${MOST_COUNTED + 1}) counted`,
    filter.params,
  );
  return read.number(read.firstRow(counted), 'total');
}

/**
 * How many rows are scanned from the start of the list, in two attempts, before all matches are sorted: some
 * milliseconds, then some tens of milliseconds.
 */
export const WALKS: readonly number[] = [5_000, 100_000];

/**
 * Ends once it has a page of matches. The filter is outside the inner query, whose limit therefore counts rows in the
 * order of the index.
 */
function walked(source: ListSource, filter: Filter, page: Page, most?: number): string {
  const { table, alias, columns, joins = '', shown = '' } = source;
  const { limit, offset, order } = page;
  const [account, mode, ...others] = filter.conditions;
  return `select ${columns} from (
      select * from ${table} ${alias} where ${account} and ${mode} ${whereBeyond(source, page)}
       order by ${inOrder(source, order)} ${most === undefined ? '' : `limit ${most + offset}`}) ${alias} ${joins} ${shown}
    ${others.length === 0 ? '' : `where ${others.join(' and ')}`}
    order by ${inOrder(source, order)} limit ${limit} offset ${offset}`;
}

function sorted(source: ListSource, filter: Filter, page: Page): string {
  const { table, alias, columns, joins = '', shown = '', sortKey = `${alias}.id` } = source;
  const { limit, offset, order } = page;
  // `offset 0` makes the planner find matches by the filter alone, independently of the requested order.
  return `with page as materialized (
      select id from (
        select ${sortKey} as key, ${alias}.id from ${table} ${alias} ${joins}
         where ${filter.conditions.join(' and ')} ${whereBeyond(source, page)} offset 0
      ) found order by key ${order}, id ${order} limit ${limit} offset ${offset})
    select ${columns} from ${table} ${alias} ${joins} ${shown} where ${alias}.id in (select id from page)
     order by ${inOrder(source, order)}`;
}

export function afterOf<Prefix extends keyof IdByPrefix>(
  prefix: Prefix,
  { after, offset }: ListQuery,
): IdByPrefix[Prefix] | undefined {
  if (after === undefined) return undefined;
  assertOnePlace({ after, offset });
  const id = parseId(prefix, after);
  if (id !== undefined) return id;
  throw new AppError('validation_failed', {
    en: `\`after\` must be the id of a record, which starts with ${prefix}_.`,
    es: `\`after\` debe ser el id de un registro, que empieza con ${prefix}_.`,
  });
}

export function assertOnePlace({ after, offset }: Pick<ListQuery, 'after' | 'offset'>): void {
  if (after === undefined || offset === undefined) return;
  throw new AppError('validation_failed', {
    en: '`after` and `offset` exclude each other; send one of them.',
    es: '`after` y `offset` se excluyen; envíe uno de los dos.',
  });
}
