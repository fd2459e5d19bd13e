/** The last page of a long list must not cost more than the first. */

import { requestHead } from './load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { alternate, compare, median, type Sample, type Side } from './rounds.ts';
import type { Stage } from './stage.ts';
import { manyCertificates } from './verify-hash.ts';

const LIMIT = 100;

export async function measureList(stage: Stage): Promise<Row[]> {
  const many = manyCertificates(stage);
  const sello = await stage.seeded(many);
  const page = (offset: number): Side => ({
    pid: sello.pid,
    postmasterPid: sello.postmasterPid,
    plan: {
      port: sello.port,
      connections: 1,
      until: { requests: stage.isQuick ? 100 : 300 },
      heads: [
        requestHead('GET', `/api/public/v1/certificates?limit=${LIMIT}&offset=${offset}`, {
          authorization: `Bearer ${sello.key}`,
        }),
      ],
    },
  });
  const lastOffset = many - LIMIT;
  const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 200 : 1_000 } };
  const sides = { first: page(0), last: page(lastOffset) };
  const { first, last } = await alternate(stage.load, turns, sides);
  const describe = (samples: readonly Sample[]) =>
    `p50 ${median(samples.map(({ p50Ms }) => p50Ms)).toFixed(2)} ms · node ${count(median(samples.map(({ nodeUs }) => nodeUs)))} µs · pg ${count(median(samples.map(({ postgresUs }) => postgresUs)))} µs`;
  return [
    ratioRow(
      `list of ${LIMIT} at offset ${count(lastOffset)} of ${count(many)}, against offset 0: time`,
      describe(last),
      describe(first),
      compare(last, first, ({ p50Ms }) => p50Ms),
      { atMost: 1.5 },
    ),
  ];
}
