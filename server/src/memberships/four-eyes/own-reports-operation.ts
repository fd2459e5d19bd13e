/**
 * Lists the waiting records on which the person may not decide, so that the dashboard shows no button that would fail.
 */

import { Type } from 'typebox';
import * as read from '../../database/row-reader.ts';
import { type Operation, operation, type Tools, type Who } from '../../operations/operation.ts';
import { byIds } from '../by-ids.ts';
import { readFourEyes } from './four-eyes.ts';

const MOST = 200;

export const OWN_REPORTS: Operation = operation({
  method: 'GET',
  path: '/own-reports',
  operationId: 'listOwnReports',
  scope: ['awards:approve', 'courses:accredit', 'renewals:decide', 'memberships:decide'],
  tag: 'Council',
  summary: 'Which of these records somebody else must decide (four eyes)',
  query: Type.Object({
    ids: Type.String({
      maxLength: 30 * MOST,
      description: `Ids of awards, courses, renewals, reviews and memberships, separated by commas; only the first ${MOST} are used.`,
    }),
  }),
  answers: {
    200: Type.Object({
      reported_by_you: Type.Array(Type.String(), {
        description:
          'The records that you reported or changed, and the memberships whose renewal you requested. Empty if the account does not require four eyes.',
      }),
    }),
  },
  refusals: [],
  run: async (tools, { who, query }) => {
    const ids = query.ids.split(',').slice(0, MOST);
    return { status: 200, body: { reported_by_you: await reportedBy(tools, who, ids) } };
  },
});

/** The person who requested a renewal may not ease the term that it would close. */
const REPORTERS_OF_OPEN_RENEWAL = `
  (select n.reporters from renewals n where n.membership_id = r.id and n.status = 'requested' limit 1)`;

async function reportedBy({ query }: Pick<Tools, 'query'>, who: Who, ids: string[]): Promise<string[]> {
  const mayDecide = await readFourEyes({ query }, who);
  const found: string[] = [];
  for (const [prefix, table, reporters] of [
    ['awd', 'awards', 'r.reporters'],
    ['crs', 'courses', 'r.reporters'],
    ['rnw', 'renewals', 'r.reporters'],
    ['rvw', 'reviews', 'r.reporters'],
    ['mbs', 'memberships', REPORTERS_OF_OPEN_RENEWAL],
  ] as const) {
    const named = ids.filter((one) => one.startsWith(`${prefix}_`));
    if (named.length === 0) continue;
    const rows = await query(
      `select r.id, ${reporters} as reporters from ${table} r where ${byIds('r')} order by r.id`,
      [who.accountId, who.livemode, named],
      `reporters-of-${table}`,
    );
    for (const row of rows)
      if (mayDecide(read.optionalTextList(row, 'reporters')) !== undefined)
        found.push(read.id(prefix, row, 'id'));
  }
  return found;
}
