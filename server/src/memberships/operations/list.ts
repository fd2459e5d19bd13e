/** Lists: newest first, by place or after a record, with a total that costs the same however many there are. */

import { Type } from 'typebox';
import type { Row } from '../../database/pool.ts';
import { firstRow, number } from '../../database/row-reader.ts';
import { nullable } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { type IdByPrefix, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from './operation.ts';

/** Totals are exact up to here, and `offset` reaches no further: `after` is cheap at any depth. */
export const MOST_COUNTED = 10_000;

export const LIST_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size.' })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MOST_COUNTED, default: 0, description: 'Records to skip.' }),
  ),
  after: Type.Optional(
    Type.String({ description: 'The id of the last record of the page before, in place of `offset`.' }),
  ),
};

export type ListQuery = { limit?: number; offset?: number; after?: string };

export const PaginationSchema = Type.Object({
  limit: Type.Integer(),
  offset: Type.Integer(),
  total: nullable(Type.Integer({ description: 'How many match; null above 10,000.' })),
  total_at_least: Type.Optional(Type.Integer({ description: 'Only where `total` is null.' })),
  has_more: Type.Boolean(),
});

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

type ListSource = {
  prefix: keyof IdByPrefix;
  columns: string;
  /** `programs p` or a join; the list is in the order of `<alias>.id`. */
  from: string;
  alias: string;
};

export async function readPage(
  { query }: Pick<Tools, 'query'>,
  { prefix, columns, from, alias }: ListSource,
  asked: ListQuery,
  filter: Filter,
): Promise<{ rows: Row[]; pagination: object }> {
  const limit = asked.limit ?? 20;
  const offset = asked.offset ?? 0;
  const matching = `${from} where ${filter.conditions.join(' and ')}`;
  const counting = query(
    `select count(*)::integer as total from (select 1 from ${matching} limit ${MOST_COUNTED + 1}) counted`,
    filter.params,
  );
  const after = afterOf(prefix, asked);
  const params = [...filter.params, ...(after === undefined ? [] : [after])];
  const beyond = after === undefined ? '' : ` and ${alias}.id < $${params.length}`;
  const [found, counted] = await Promise.all([
    query(
      `select ${columns} from ${matching}${beyond} order by ${alias}.id desc limit ${limit + 1} offset ${offset}`,
      params,
    ),
    counting,
  ]);
  const total = number(firstRow(counted), 'total');
  return {
    rows: found.slice(0, limit),
    pagination: {
      limit,
      offset,
      ...(total > MOST_COUNTED ? { total: null, total_at_least: total } : { total }),
      has_more: found.length > limit,
    },
  };
}

export function afterOf(prefix: keyof IdByPrefix, { after, offset }: ListQuery): string | undefined {
  if (after === undefined) return undefined;
  if (offset !== undefined) {
    throw new AppError('validation_failed', {
      en: '`after` and `offset` exclude each other; send one of them.',
      es: '`after` y `offset` se excluyen; envíe uno de los dos.',
    });
  }
  const id = parseId(prefix, after);
  if (id !== undefined) return id;
  throw new AppError('validation_failed', {
    en: `\`after\` must be an id that starts with ${prefix}_.`,
    es: `\`after\` debe ser un id que empieza con ${prefix}_.`,
  });
}
