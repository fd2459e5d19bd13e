/** The embedded authority over HTTP, against bare signatures. */

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

export async function measureAuthority(stage: Stage): Promise<Row[]> {
  const bodyFile = path.join(stage.folder, 'request.tsq');
  const digest = randomBytes(32);
  const request = encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, nonce: 77n, certReq: true });
  await writeFile(bodyFile, request);
  const headers = { 'content-type': 'application/timestamp-query', 'content-length': request.length };
  const bare = await startLoop(stage, 'bare-signatures.ts', ['', 'sign']);
  try {
    return await stage.withSello(async (sello) => {
      const heads = [requestHead('POST', '/tsa', headers)];
      const rates = await takeTurns(stage.rounds, {
        sello: authorityLoop(stage, sello, { heads, bodyFile }),
        bare,
      });
      return [
        ratioRow(
          `P-256 tokens of the embedded authority over HTTP, ${CONNECTIONS} connections, against bare node:crypto signatures`,
          `${count(median(rates.sello))} per core-second`,
          `${count(median(rates.bare))} per core-second`,
          spreadOf(rates.sello.map((rate, round) => rate / (rates.bare[round] ?? rate))),
          { atLeast: 0.25 },
        ),
      ];
    });
  } finally {
    await bare.stop();
  }
}

function authorityLoop(
  stage: Stage,
  { pid, port }: SelloProcess,
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
