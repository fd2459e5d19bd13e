/** Files of 50 MB: one at a time, compared with a bare receiver, and eight at once to measure memory. */

import { forgetPeakMemory, readPeakMemoryMb } from './cpu-time.ts';
import { type LoadPlan, requestHead } from './load.ts';
import { count, type Row, ratioRow, sizeRow } from './results.ts';
import { alternate, compare, median, type Sample } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Rival, Stage } from './stage.ts';
import { type UploadBody, writeJsonBody, writeMultipartBody, writeRawBody } from './upload-bodies.ts';

const FILE_BYTES = 52_428_800;
const AT_ONCE = 8;
/** With fewer, the measurement would mostly show V8 compiling the code for each chunk. */
const WARM_UP_REQUESTS = 100;

export async function measureUpload(stage: Stage): Promise<Row[]> {
  const multipart = await writeMultipartBody(stage.folder, FILE_BYTES);
  const json = await writeJsonBody(stage.folder, FILE_BYTES);
  const raw = await writeRawBody(stage.folder, FILE_BYTES);
  const rows = await stage.withSello((sello) =>
    stage.withRival('bare-upload.ts', {}, async (rival) => {
      const { pid, postmasterPid } = sello;
      const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 4 : WARM_UP_REQUESTS } };
      const samples = await alternate(stage.load, turns, {
        multipart: { pid, postmasterPid, plan: toSello(sello, multipart) },
        bare: { pid: rival.pid, plan: toRival(rival, raw) },
        json: { pid, postmasterPid, plan: toSello(sello, json) },
      });
      return [
        ...compareRows('multipart', samples.multipart, samples.bare, { atLeast: 0.9 }),
        ...compareRows('JSON base64', samples.json, samples.bare, { atLeast: 0.75 }),
      ];
    }),
  );
  const peakOf = (body: UploadBody) => stage.withSello((sello) => peakMemory(stage, sello, body));
  return [
    ...rows,
    sizeRow(`peak memory, ${AT_ONCE} × 50 MB multipart at once`, await peakOf(multipart), 250),
    sizeRow(`peak memory, ${AT_ONCE} × 50 MB JSON base64 at once`, await peakOf(json), 300),
  ];
}

const ONE_BY_ONE = { connections: 1, until: { requests: 4 } };

function toSello(sello: SelloProcess, { bodyFile, headers }: UploadBody): LoadPlan {
  return { port: sello.port, ...ONE_BY_ONE, heads: [uploadHead(sello, headers)], bodyFile };
}

function toRival({ port }: Rival, { bodyFile, headers }: UploadBody): LoadPlan {
  return { port, ...ONE_BY_ONE, heads: [requestHead('PUT', '/', headers)], bodyFile };
}

export function uploadHead({ key }: Pick<SelloProcess, 'key'>, headers: UploadBody['headers']): string {
  return requestHead('POST', '/api/public/v1/certificates', {
    authorization: `Bearer ${key}`,
    ...headers,
  });
}

function compareRows(
  encoding: string,
  ours: readonly Sample[],
  theirs: readonly Sample[],
  target?: { atLeast: number },
): Row[] {
  const what = `upload of 50 MB, ${encoding}, against a raw PUT that hashes, writes and syncs`;
  const cpu = (samples: readonly Sample[]) =>
    `node ${count(median(samples.map(({ nodeUs }) => nodeUs)) / 1000)} ms`;
  const wall = (samples: readonly Sample[]) => `${count(median(samples.map(({ wallMs }) => wallMs)))} ms`;
  return [
    ratioRow(
      `${what}: CPU`,
      cpu(ours),
      cpu(theirs),
      compare(theirs, ours, ({ nodeUs }) => nodeUs),
      target,
    ),
    ratioRow(
      `${what}: wall`,
      wall(ours),
      wall(theirs),
      compare(theirs, ours, ({ wallMs }) => wallMs),
    ),
  ];
}

async function peakMemory(stage: Stage, sello: SelloProcess, body: UploadBody): Promise<number> {
  await forgetPeakMemory(sello.pid);
  const requests = AT_ONCE * (stage.isQuick ? 2 : 5);
  await stage.load.run({ ...toSello(sello, body), connections: AT_ONCE, until: { requests } });
  return readPeakMemoryMb(sello.pid);
}
