/** Small files end to end, all of it durable, against the same bytes and rows without key, stamp or checks. */

import { requestHead } from './load.ts';
import { describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const FILE_BYTES = 10_000;
const CONNECTIONS = 16;

export async function measureCertify(stage: Stage): Promise<Row[]> {
  const { bodyFile, headers, fileAt } = await writeMultipartBody(stage.folder, FILE_BYTES);
  const shape = {
    connections: CONNECTIONS,
    until: { ms: stage.isQuick ? 1_500 : 3_000 },
    bodyFile,
    differsAt: fileAt,
  };
  return stage.withSello(async (sello) => {
    const { port, pid, postmasterPid } = sello;
    const toSello = () => stage.load.run({ port, heads: [uploadHead(sello, headers)], ...shape });
    // The rival stores a copy of a token that was really issued, so there must be one.
    await certifyOne(stage, sello, { bodyFile, heads: [uploadHead(sello, headers)] });
    return stage.withRival(
      'bare-certify.ts',
      { database: sello.database, accountId: sello.accountId },
      async (rival) => {
        const heads = [requestHead('POST', '/certificates', headers)];
        const samples = await alternate(stage.turns, {
          sello: { pid, postmasterPid, run: toSello },
          bare: {
            pid: rival.pid,
            postmasterPid,
            run: () => stage.load.run({ port: rival.port, heads, ...shape }),
          },
        });
        return toRows(samples);
      },
    );
  });
}

async function certifyOne(
  stage: Stage,
  { port }: SelloProcess,
  request: { bodyFile: string; heads: readonly string[] },
): Promise<void> {
  await stage.load.run({ port, connections: 1, until: { requests: 1 }, ...request });
}

function toRows({ sello, bare }: Awaited<ReturnType<typeof alternate<'sello' | 'bare'>>>): Row[] {
  const what = `certify 10 KB, ${CONNECTIONS} connections, durable`;
  return [
    ratioRow(
      `${what}, against Fastify with the same file and rows, no key, stamp or checks: certificates per second`,
      describeRate(sello),
      describeRate(bare),
      compare(sello, bare, ({ perSecond }) => perSecond),
      { atLeast: 0.75 },
    ),
    ratioRow(
      `${what}: CPU of node`,
      '',
      '',
      compare(bare, sello, ({ nodeUs }) => nodeUs),
    ),
    ratioRow(
      `${what}: CPU of node and PostgreSQL together`,
      '',
      '',
      compare(bare, sello, ({ nodeUs, postgresUs }) => nodeUs + postgresUs),
    ),
  ];
}
