/** Lists: page by page, or item by item until the last. */

import { SelloError } from './errors.ts';
import type { CallOptions, Operation, Query, Transport } from './transport.ts';

export type Page<Item> = {
  items: readonly Item[];
  /** Whether more items follow this page. */
  hasMore: boolean;
  /** How many match in total, if the list says so. */
  total: number | undefined;
};

/** `for await (const item of list)` reads page after page; `page()` reads one. */
export type List<Item> = AsyncIterable<Item> & {
  page(): Promise<Page<Item>>;
  pages(): AsyncIterable<Page<Item>>;
  /** At most `max` of them. */
  toArray(max: number): Promise<Item[]>;
};

type ListCall = { operation: Operation; path: string; query: Query; options: CallOptions | undefined };

export function makeList(transport: Transport, call: ListCall): List<unknown> {
  async function* pages(): AsyncGenerator<Page<unknown>> {
    let query = call.query;
    for (;;) {
      const page = await readPage(transport, call, query);
      yield page;
      const next = page.hasMore ? queryAfter(call.operation, query, page.items) : undefined;
      if (next === undefined) return;
      query = next;
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* page.items;
  }

  return {
    page: () => readPage(transport, call, call.query),
    pages,
    async toArray(max) {
      const found: unknown[] = [];
      if (max <= 0) return found;
      for await (const item of items()) if (found.push(item) >= max) break;
      return found;
    },
    [Symbol.asyncIterator]: items,
  };
}

/**
 * Continues after the last id if the list supports `after`, because records may be added between two pages. Other lists
 * continue by offset.
 */
function queryAfter(operation: Operation, query: Query, items: readonly unknown[]): Query | undefined {
  const last = items.at(-1);
  if (last === undefined) return undefined;
  const id = typeof last === 'object' && last !== null && 'id' in last ? last.id : undefined;
  if (operation.query?.includes('after') && query.offset === undefined && typeof id === 'string') {
    if (query.after === id)
      throw unexpected('The server does not know `after`: it gave the same page twice.');
    return { ...query, after: id };
  }
  return { ...query, offset: Number(query.offset ?? 0) + items.length };
}

async function readPage(
  transport: Transport,
  { operation, path, options }: ListCall,
  query: Query,
): Promise<Page<unknown>> {
  const json: unknown = await transport.call({ method: operation.method, path, query, options }, (response) =>
    response.json(),
  );
  const items = fieldOf(json, operation.list ?? '');
  const pagination = fieldOf(json, 'pagination');
  if (!Array.isArray(items)) throw unexpected('The server answered with something that is no list.');
  const total = fieldOf(pagination, 'total');
  return {
    items,
    hasMore: fieldOf(pagination, 'has_more') === true,
    total: typeof total === 'number' ? total : undefined,
  };
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function unexpected(message: string): SelloError {
  return new SelloError({ code: 'unexpected_answer', message, status: 200 });
}
