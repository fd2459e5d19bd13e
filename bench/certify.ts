/** Small files end to end, durably, against storing the same bytes and rows without key, stamp or checks. */

import pg from 'pg';
import { cpuRows } from './cpu-rows.ts';
import { type LoadPlan, requestHead } from './load.ts';
import { describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, type Sample } from './rounds.ts';
import type { SocketAddress } from './sello-process.ts';
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
    await stage.load.run({ ...toSello, connections: 1, until: { requests: 1 } });
    const token = await readOneToken(sello.database);
    return stage.withRival('bare-certify.ts', { token }, async (rival) => {
      const toRival = plan(rival.port, requestHead('POST', '/certificates', headers));
      const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 1_000 : 20_000 } };
      const samples = await alternate(stage.load, turns, {
        sello: { pid, postmasterPid, plan: toSello },
        bare: { pid: rival.pid, postmasterPid: rival.postmasterPid, plan: toRival },
      });
      return toRows(samples.sello, samples.bare);
    });
  });
}

/** A token stored by Sello; the rival stores copies of it. */
async function readOneToken(database: SocketAddress): Promise<{ tsr: string; chainSha256: string }> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ tsr: Buffer; chain_sha256: Buffer }>(
    'select tsr, chain_sha256 from certificate_tokens limit 1',
  );
  await client.end();
  const [token] = rows;
  if (token === undefined) throw new Error('Sello has certified nothing');
  return { tsr: token.tsr.toString('hex'), chainSha256: token.chain_sha256.toString('hex') };
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
    ...cpuRows(what, ours, theirs, { atLeast: 0.75 }),
  ];
}
