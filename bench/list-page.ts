/** The last page of a long list must not cost more than the first, with a search or without. */

import { requestHead } from './load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { alternate, compare, median, type Sample, type Side } from './rounds.ts';
import type { Stage } from './stage.ts';
import { manyCertificates } from './verify-hash.ts';

const LIMIT = 100;

/**
 * Words in the title of every seeded certificate. A search for these together with words that few titles have costs the
 * index most.
 */
const IN_ALL = 'servicios contrato';
const IN_FEW = 'prestacion 99999';

export async function measureList(stage: Stage): Promise<Row[]> {
  const many = manyCertificates(stage);
  const sello = await stage.seeded(many);
  const page = (offset: number, q?: string): Side => ({
    pid: sello.pid,
    postmasterPid: sello.postmasterPid,
    plan: {
      port: sello.port,
      connections: 1,
      until: { requests: q === IN_FEW ? 30 : stage.isQuick ? 100 : 300 },
      heads: [
        requestHead(
          'GET',
          `/api/public/v1/certificates?${new URLSearchParams({ limit: `${LIMIT}`, offset: `${offset}`, ...(q && { q }) })}`,
          { authorization: `Bearer ${sello.key}` },
        ),
      ],
    },
  });
  const lastOffset = many - LIMIT;
  const turns = { rounds: stage.rounds, warmUp: { requests: 200 } };
  const { first, last, broad, broadLast, narrow } = await alternate(stage.load, turns, {
    first: page(0),
    last: page(lastOffset),
    broad: page(0, IN_ALL),
    broadLast: page(lastOffset, IN_ALL),
    narrow: page(0, IN_FEW),
  });
  const row = (what: string, side: readonly Sample[], against: readonly Sample[], atMost: number) =>
    ratioRow(
      what,
      describe(side),
      describe(against),
      compare(side, against, ({ p50Ms }) => p50Ms),
      { atMost },
    );
  const offset = `offset ${count(lastOffset)} of ${count(many)}, against offset 0`;
  return [
    row(`list of ${LIMIT} at ${offset}: time`, last, first, 1.5),
    row(`search that finds all, ${LIMIT} at ${offset}: time`, broadLast, broad, 1.5),
    row(`search that finds all ${count(many)}, against the plain list: time`, broad, first, 2.5),
    row(`search that finds few of ${count(many)}, against the plain list: time`, narrow, first, 12),
  ];
}

function describe(samples: readonly Sample[]): string {
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  return `p50 ${middle(({ p50Ms }) => p50Ms).toFixed(2)} ms · node ${count(middle(({ nodeUs }) => nodeUs))} µs · pg ${count(middle(({ postgresUs }) => postgresUs))} µs`;
}
