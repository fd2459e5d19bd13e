/**
 * Certifying small files end to end and durably, compared with only storing the same bytes and rows: without key, stamp
 * or checks.
 */

import path from 'node:path';
import pg from 'pg';
import { cpuRows } from './cpu-rows.ts';
import { startLoop } from './crypto-loop.ts';
import { type LoadPlan, requestHead } from './load.ts';
import { count, describeCpu, describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, median, type Sample } from './rounds.ts';
import type { SocketAddress } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { makeToken, takeTurns } from './token-verify.ts';
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
      return toRows(samples.sello, samples.bare, await measureOpenSsl(stage));
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

/** The minimum for issuing and checking a token: making one signature, and verifying the token's two. */
async function measureOpenSsl(stage: Stage): Promise<number> {
  const folder = path.join(stage.folder, 'token-certify');
  await makeToken(folder, 'p256');
  const loops = {
    sign: await startLoop(stage, 'bare-signatures.ts', ['', 'sign']),
    verify: await startLoop(stage, 'bare-signatures.ts', [folder, 'verify']),
  };
  try {
    const { sign, verify } = await takeTurns(stage.rounds, loops);
    return 1e6 / median(sign) + 1e6 / median(verify);
  } finally {
    for (const loop of Object.values(loops)) await loop.stop();
  }
}

function toRows(ours: readonly Sample[], theirs: readonly Sample[], openSslUs: number): Row[] {
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
    ratioRow(
      `${what}: CPU of node and PostgreSQL together, against that route and OpenSSL's own time for one signature and the checks of one token`,
      describeCpu(ours, true),
      `${describeCpu(theirs, true)} + ${count(openSslUs)} µs`,
      compare(
        theirs.map((sample) => totalUs(sample) + openSslUs),
        ours.map(totalUs),
        (us) => us,
      ),
      { atLeast: 0.9 },
    ),
  ];
}

function totalUs({ nodeUs, postgresUs }: Sample): number {
  return nodeUs + postgresUs;
}
