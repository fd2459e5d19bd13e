/** The embedded authority over HTTP, compared with bare signatures. */

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeTimestampRequest } from '../proof/src/index.ts';
import { readCpuMs } from './cpu-time.ts';
import { type Loop, startLoop } from './crypto-loop.ts';
import { requestHead } from './load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { median, spreadOf } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { takeTurns } from './token-verify.ts';

const CONNECTIONS = 16;
/** With fewer, the measurement would mostly show V8 compiling, but an authority runs for months. */
const WARM_UP_REQUESTS = 60_000;

export async function measureAuthority(stage: Stage): Promise<Row[]> {
  const bodyFile = path.join(stage.folder, 'request.tsq');
  const digest = randomBytes(32);
  const request = encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, nonce: 77n, certReq: true });
  await writeFile(bodyFile, request);
  const headers = { 'content-type': 'application/timestamp-query', 'content-length': request.length };
  const heads = [requestHead('POST', '/tsa', headers)];
  const bare = await startLoop(stage, 'bare-signatures.ts', ['', 'sign']);
  try {
    return await stage.withSello(async (sello) => {
      const answerBytes = await answerSize(sello, request);
      return stage.withRival('bare-authority.ts', { answerBytes }, async (least) => {
        const until = { requests: stage.isQuick ? 5_000 : WARM_UP_REQUESTS };
        for (const { port } of [sello, least])
          await stage.load.run({ port, connections: CONNECTIONS, until, heads, bodyFile });
        const rates = await takeTurns(stage.rounds, {
          sello: serverLoop(stage, sello, { heads, bodyFile }),
          least: serverLoop(stage, least, { heads, bodyFile }),
          bare,
        });
        return toRows(rates);
      });
    });
  } finally {
    await bare.stop();
  }
}

function toRows(rates: Record<'sello' | 'least' | 'bare', readonly number[]>): Row[] {
  const what = `P-256 tokens of the embedded authority over HTTP, ${CONNECTIONS} connections`;
  const rate = (of: readonly number[]) => `${count(median(of))} per core-second`;
  const share = (of: readonly number[], among: readonly number[]) =>
    spreadOf(of.map((one, round) => one / (among[round] ?? one)));
  return [
    ratioRow(
      `${what}, against bare node:crypto signatures`,
      rate(rates.sello),
      rate(rates.bare),
      share(rates.sello, rates.bare),
      { atLeast: 0.25 },
    ),
    ratioRow(
      `${what}, against a node:http route that only signs`,
      rate(rates.sello),
      rate(rates.least),
      share(rates.sello, rates.least),
    ),
    ratioRow(
      'a node:http route that only signs, against bare node:crypto signatures: the most that an authority on it can reach',
      rate(rates.least),
      rate(rates.bare),
      share(rates.least, rates.bare),
    ),
  ];
}

async function answerSize({ port }: SelloProcess, body: Uint8Array): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/tsa`, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Buffer.from(body),
  });
  return (await answer.arrayBuffer()).byteLength;
}

function serverLoop(
  stage: Stage,
  { pid, port }: { pid: number; port: number },
  request: { heads: readonly string[]; bodyFile: string },
): Pick<Loop, 'perCoreSecond'> {
  return {
    async perCoreSecond() {
      const before = await readCpuMs(pid);
      const until = { ms: stage.isQuick ? 1_000 : 2_000 };
      const { requests } = await stage.load.run({ port, connections: CONNECTIONS, until, ...request });
      return (requests / ((await readCpuMs(pid)) - before)) * 1000;
    },
  };
}
