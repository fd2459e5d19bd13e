/** Pages of the operator's lists. Each page begins after the last record of the previous one. */

import { Type } from 'typebox';
import { nullable } from '../http/schema.ts';

const USUAL_LIMIT = 50;

export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
};

export const NextAfter = nullable(Type.String({ description: 'Pass it as `after`; null on the last page.' }));

/** One record more than the page holds is read, to find out whether there is a next page. */
export async function readPage<Asked extends { limit?: number }, Found>(
  { limit = USUAL_LIMIT, ...asked }: Asked,
  read: (wanted: Omit<Asked, 'limit'> & { limit: number }) => Promise<Found[]>,
  idOf: (one: Found) => string,
): Promise<{ page: Found[]; next_after: string | null }> {
  const found = await read({ ...asked, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, next_after: found.length > limit && last !== undefined ? idOf(last) : null };
}
