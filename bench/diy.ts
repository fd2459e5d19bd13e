/** Compares Sello with what somebody would build in a day: the cost of storing, stamping and recording a file. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type LoadPlan, requestHead } from './load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { alternate, compare, median, type Sample } from './rounds.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const CONNECTIONS = 16;
const SIZES = [
  { name: '10 KB', bytes: 10_000 },
  { name: '100 KB', bytes: 100_000 },
];

export async function measureDiy(stage: Stage): Promise<Row[]> {
  return stage.withSello((sello) =>
    stage.withRival('diy-certify.ts', {}, async (rival) => {
      const rows: Row[] = [];
      for (const { name, bytes } of SIZES) {
        const folder = path.join(stage.folder, `diy-${bytes}`);
        await mkdir(folder);
        const { bodyFile, headers, fileAt } = await writeMultipartBody(folder, bytes);
        const plan = (port: number, head: string): LoadPlan => ({
          port,
          connections: CONNECTIONS,
          until: { ms: stage.isQuick ? 1_500 : 3_000 },
          heads: [head],
          bodyFile,
          differsAt: fileAt,
        });
        const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 1_000 : 20_000 } };
        const samples = await alternate(stage.load, turns, {
          sello: { ...sello, plan: plan(sello.port, uploadHead(sello, headers)) },
          diy: { ...rival, plan: plan(rival.port, requestHead('POST', '/certificates', headers)) },
        });
        rows.push(toRow(name, samples.sello, samples.diy));
      }
      return rows;
    }),
  );
}

function toRow(size: string, ours: readonly Sample[], theirs: readonly Sample[]): Row {
  return ratioRow(
    `${size} files, ${CONNECTIONS} connections: certified, against stored and stamped by what is written in a day: files per core-second of all processes`,
    describe(ours),
    describe(theirs),
    compare(theirs, ours, totalUs),
    { atLeast: 1 },
  );
}

function totalUs({ nodeUs, postgresUs }: Sample): number {
  return nodeUs + postgresUs;
}

function describe(samples: readonly Sample[]): string {
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  return `${count(1_000_000 / middle(totalUs))} per core-second · ${count(middle(({ perSecond }) => perSecond))}/s · node ${count(middle(({ nodeUs }) => nodeUs))} µs · pg ${count(middle(({ postgresUs }) => postgresUs))} µs`;
}
