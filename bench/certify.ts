/** Small files end to end, all of it durable, against the same bytes and rows without key, stamp or checks. */

import { cpuRows } from './cpu-rows.ts';
import { type LoadPlan, requestHead } from './load.ts';
import { describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, type Sample } from './rounds.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const FILE_BYTES = 10_000;
const CONNECTIONS = 16;

export async function measureCertify(stage: Stage): Promise<Row[]> {
  const { bodyFile, headers, fileAt } = await writeMultipartBody(stage.folder, FILE_BYTES);
  const until = { ms: stage.isQuick ? 1_500 : 3_000 };
  const plan = (port: number, head: string): LoadPlan => ({
    port,
    connections: CONNECTIONS,
    until,
    heads: [head],
    bodyFile,
    differsAt: fileAt,
  });
  return stage.withSello(async ({ pid, postmasterPid, ...sello }) => {
    const toSello = plan(sello.port, uploadHead(sello, headers));
    // The rival stores a copy of a token that was really issued, so there must be one.
    await stage.load.run({ ...toSello, connections: 1, until: { requests: 1 } });
    const options = { database: sello.database, accountId: sello.accountId };
    return stage.withRival('bare-certify.ts', options, async (rival) => {
      const toRival = plan(rival.port, requestHead('POST', '/certificates', headers));
      const turns = { rounds: stage.rounds, warmUpRequests: stage.isQuick ? 1_000 : 6_000 };
      const samples = await alternate(stage.load, turns, {
        sello: { pid, postmasterPid, plan: toSello },
        bare: { pid: rival.pid, postmasterPid, plan: toRival },
      });
      return toRows(samples.sello, samples.bare);
    });
  });
}

function toRows(ours: readonly Sample[], theirs: readonly Sample[]): Row[] {
  const what = `certify 10 KB, ${CONNECTIONS} connections, durable`;
  return [
    ratioRow(
      `${what}, against Fastify with the same file and rows, no key, stamp or checks: certificates per second`,
      describeRate(ours),
      describeRate(theirs),
      compare(ours, theirs, ({ perSecond }) => perSecond),
      { atLeast: 0.75 },
    ),
    ...cpuRows(what, ours, theirs),
  ];
}
