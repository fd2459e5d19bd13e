/** Look-ups by hash: the cost of key, exact rate and quota, and of a thousand times more rows. */

import { cpuRows } from './cpu-rows.ts';
import { requestHead } from './load.ts';
import { count, describeRate, type Row, ratioRow } from './results.ts';
import { alternate, compare, type Side } from './rounds.ts';
import { seededHash } from './seed-certificates.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Rival, Stage } from './stage.ts';

const CONNECTIONS = 32;
const FEW = 1_000;
const DIFFERENT_HASHES = 20_000;

export async function measureVerify(stage: Stage): Promise<Row[]> {
  const many = manyCertificates(stage);
  const small = await stage.seeded(FEW);
  const large = await stage.seeded(many);
  const options = { database: small.database, accountId: small.accountId };
  return stage.withRival('bare-verify.ts', options, async (rival) => {
    const turns = { rounds: stage.rounds, warmUp: { requests: stage.isQuick ? 3_000 : 20_000 } };
    const { sello, bare, atMany } = await alternate(stage.load, turns, {
      sello: toSello(stage, small, FEW),
      bare: toRival(stage, rival, small),
      atMany: toSello(stage, large, many),
    });
    const what = `verify/{hash} with key, rate and quota, ${CONNECTIONS} connections`;
    return [
      ratioRow(
        `${what}, against Fastify with the same SELECT and no key: requests per second`,
        describeRate(sello),
        describeRate(bare),
        compare(sello, bare, ({ perSecond }) => perSecond),
        { atLeast: 0.7 },
      ),
      ...cpuRows(what, sello, bare, { atLeast: 1.2 }),
      ratioRow(
        `verify/{hash} among ${count(many)} certificates, against ${count(FEW)}: requests per second`,
        describeRate(atMany),
        describeRate(sello),
        compare(atMany, sello, ({ perSecond }) => perSecond),
        { atLeast: 0.8 },
      ),
    ];
  });
}

/** Enough that neither table nor index fits in PostgreSQL's shared buffers. */
export function manyCertificates(stage: Stage): number {
  return stage.isQuick ? 100_000 : 1_000_000;
}

function toSello(stage: Stage, sello: SelloProcess, certificates: number): Side {
  const heads = hashesOf(certificates).map((hash) =>
    requestHead('GET', `/api/public/v1/verify/${hash}`, { authorization: `Bearer ${sello.key}` }),
  );
  return {
    pid: sello.pid,
    postmasterPid: sello.postmasterPid,
    plan: { port: sello.port, ...shape(stage), heads },
  };
}

function toRival(stage: Stage, rival: Rival, { postmasterPid }: SelloProcess): Side {
  const heads = hashesOf(FEW).map((hash) => requestHead('GET', `/verify/${hash}`));
  return {
    pid: rival.pid,
    postmasterPid,
    plan: { port: rival.port, ...shape(stage), heads },
  };
}

function shape(stage: Stage) {
  return { connections: CONNECTIONS, until: { ms: stage.isQuick ? 1_000 : 2_500 } };
}

/** Spread evenly over all certificates, in an unrelated order. */
function hashesOf(certificates: number): string[] {
  const wanted = Math.min(certificates, DIFFERENT_HASHES);
  const stride = certificates / wanted;
  const hashes = Array.from({ length: wanted }, (_, index) => seededHash(1 + Math.floor(index * stride)));
  return hashes.sort();
}
