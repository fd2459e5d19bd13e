/**
 * What a page of the list costs with key, rate and quota, compared with a bare route that reads and writes the same.
 */

import { cpuRows } from './cpu-rows.ts';
import { requestHead } from './load.ts';
import { describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, type Side } from './rounds.ts';
import type { Stage } from './stage.ts';

const CERTIFICATES = 1_000;
const CONNECTIONS = 16;
const PAGE_SIZES = [20, 100];

export async function measureListCost(stage: Stage): Promise<Row[]> {
  const sello = await stage.seeded(CERTIFICATES);
  const options = { database: sello.database, accountId: sello.accountId };
  return stage.withRival('bare-list.ts', options, async (rival) => {
    const rows: Row[] = [];
    for (const limit of PAGE_SIZES) {
      const side = (pid: number, port: number, path: string, headers: Record<string, string>): Side => ({
        pid,
        postmasterPid: sello.postmasterPid,
        plan: {
          port,
          connections: CONNECTIONS,
          until: { ms: stage.isQuick ? 1_000 : 2_500 },
          heads: [requestHead('GET', `${path}/certificates?limit=${limit}`, headers)],
        },
      });
      const { own, bare } = await alternate(
        stage.load,
        { rounds: stage.rounds, warmUp: { requests: 2_000 } },
        {
          own: side(sello.pid, sello.port, '/api/public/v1', { authorization: `Bearer ${sello.key}` }),
          bare: side(rival.pid, rival.port, '', {}),
        },
      );
      const what = `list of ${limit} with key, rate and quota, ${CONNECTIONS} connections`;
      rows.push(
        ratioRow(
          `${what}, against Fastify with the same SELECT and no key: requests per second`,
          describeRate(own),
          describeRate(bare),
          compare(own, bare, ({ perSecond }) => perSecond),
        ),
        ...cpuRows(what, own, bare, { atLeast: 0.8 }),
      );
    }
    return rows;
  });
}
