/**
 * Certifying fingerprints without files: single calls compared with uploads of 10 KB, and a batch with single calls.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuRows } from './cpu-rows.ts';
import type { LoadPlan } from './load.ts';
import { describeCpu, describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, measureWork, type Sample, type Side } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { type UploadBody, writeFingerprintBody, writeMultipartBody } from './upload-bodies.ts';

const CONNECTIONS = 16;

export async function measureBatches(stage: Stage): Promise<Row[]> {
  const file = await writeMultipartBody(stage.folder, 10_000);
  const fingerprint = await writeFingerprintBody(stage.folder);
  return stage.withSello(async (sello) => {
    const sideOf = ({ bodyFile, headers, fileAt }: UploadBody): Side => {
      const plan: LoadPlan = {
        port: sello.port,
        connections: CONNECTIONS,
        until: { ms: stage.isQuick ? 1_500 : 3_000 },
        heads: [uploadHead(sello, headers)],
        bodyFile,
        differsAt: fileAt,
      };
      return { pid: sello.pid, postmasterPid: sello.postmasterPid, plan };
    };
    const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 1_000 : 10_000 } };
    const single = sideOf(fingerprint);
    const samples = await alternate(stage.load, turns, { fingerprint: single, file: sideOf(file) });
    const items = stage.isQuick ? 2_000 : 10_000;
    await makeBatch(sello, items);
    const batches: Sample[] = [];
    const calls: Sample[] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      batches.push(await measureWork(single, () => makeBatch(sello, items)));
      calls.push(...(await alternate(stage.load, { rounds: 1, warmUp: { requests: 1 } }, { single })).single);
    }
    return toRows(samples, batches, calls, items);
  });
}

async function makeBatch({ port, key }: SelloProcess, items: number) {
  const address = `http://127.0.0.1:${port}/api/public/v1/batches`;
  const authorization = `Bearer ${key}`;
  const lines = Array.from({ length: items }, () => {
    const sha256 = randomBytes(32).toString('hex');
    return JSON.stringify({ title: 'Contrato de servicios', file_name: 'contrato.pdf', sha256 });
  });
  const startedAt = performance.now();
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const answer = await fetch(address, { method: 'POST', headers, body: lines.join('\n') });
  let { batch } = (await answer.json()) as { batch: { id: string; status: string } };
  while (batch.status !== 'completed') {
    await sleep(250);
    const read = await fetch(`${address}/${batch.id}`, { headers: { authorization } });
    ({ batch } = (await read.json()) as { batch: typeof batch });
  }
  return { requests: items, wallMs: performance.now() - startedAt };
}

function toRows(
  { fingerprint, file }: Record<'fingerprint' | 'file', Sample[]>,
  batches: readonly Sample[],
  calls: readonly Sample[],
  items: number,
): Row[] {
  const alone = `certify a fingerprint alone, ${CONNECTIONS} connections, against a file of 10 KB`;
  const batch = `a batch of ${items.toLocaleString('en-US')} fingerprints, against one call each`;
  return [
    ratioRow(
      `${alone}: certificates per second`,
      describeRate(fingerprint),
      describeRate(file),
      compare(fingerprint, file, ({ perSecond }) => perSecond),
    ),
    ...cpuRows(alone, fingerprint, file, { atLeast: 1.15 }),
    ratioRow(
      `${batch}: CPU of node and PostgreSQL per certificate`,
      describeCpu(batches, true),
      describeCpu(calls, true),
      compare(calls, batches, ({ nodeUs, postgresUs }) => nodeUs + postgresUs),
      { atLeast: 1.3 },
    ),
  ];
}
