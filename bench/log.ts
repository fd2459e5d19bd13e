/** The transparency log: how fast leaves are sequenced, and whether proofs get more expensive as it grows. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { openMasterKeys } from '../server/src/database/open-master-keys.ts';
import { connect, type Database } from '../server/src/database/pool.ts';
import { nodeCryptoEngine } from '../server/src/kernel/crypto-node.ts';
import { makeKeyWrapping } from '../server/src/kernel/wrapping/key-wrapping.ts';
import { readConfig } from '../server/src/settings.ts';
import { makeMerkleLogStore } from '../server/src/transparency/pg-log.ts';
import { openLog, proveInclusion, sequenceLog } from '../server/src/transparency/sequence-log.ts';
import { turnByHand } from '../tests/harness/turn-by-hand.ts';
import { readPostgresCpuMs } from './cpu-time.ts';
import { count, type Row, ratioRow } from './results.ts';
import { compare, median } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';

const SMALL_LOG = 1_000;
const WANTED_LEAVES_PER_SECOND = 20_000;
const PROOFS_PER_ROUND = 200;

type BenchLog = {
  ports: Parameters<typeof sequenceLog>[0];
  size: number;
  /** Leaves per second, and the processor time that each leaf takes in this process and in the database. */
  grown: { perSecond: number; nodeUs: number; postgresUs: number };
};

export async function measureLog(stage: Stage): Promise<Row[]> {
  const large = stage.isQuick ? 100_000 : 1_000_000;
  return withLog(stage, SMALL_LOG, (small) =>
    withLog(stage, large, async (grown) => {
      const times = await proofTimes(stage, { small, grown });
      const describe = (medians: readonly number[]) => `${median(medians).toFixed(2)} ms`;
      return [
        rateRow(grown.grown),
        ratioRow(
          `inclusion proof among ${count(large)} leaves, against ${count(SMALL_LOG)}: time`,
          describe(times.grown),
          describe(times.small),
          compare(times.grown, times.small, (ms) => ms),
          { atMost: 2 },
        ),
      ];
    }),
  );
}

/** A log of `size` leaves in a server's database, sequenced by this process. */
async function withLog<T>(stage: Stage, size: number, use: (log: BenchLog) => Promise<T>): Promise<T> {
  return stage.withSello(async (sello) => {
    const database = connect({ ...sello.database, user: 'postgres' }, 4);
    try {
      const ports = {
        merkleLog: makeMerkleLogStore(database),
        crypto: nodeCryptoEngine,
        now: () => new Date(),
        // The server that runs beside this process keeps the journal.
        pastGuard: { assertContinues: async () => {} },
      };
      const grown = await grow(database, ports, sello, size);
      // Autovacuum after growing must not run during the measurement.
      await database.query('vacuum (analyze) log_nodes');
      await database.query('checkpoint');
      return await use({ ports, size, grown });
    } finally {
      await database.close();
    }
  });
}

async function grow(
  database: Database,
  ports: BenchLog['ports'],
  sello: SelloProcess,
  size: number,
): Promise<BenchLog['grown']> {
  const masters = await openMasterKeys(
    readConfig({ SELLO_DATA_DIR: path.join(sello.folder, 'data') }),
    randomBytes,
    [],
  );
  const keyWrapping = makeKeyWrapping(masters, randomBytes, true);
  const identity = await openLog({ ...ports, keyWrapping }, 'bench/log', { signsMlDsa: true });
  await queueLeaves(sello, size);
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const postgresBefore = await readPostgresCpuMs(sello.postmasterPid);
  const turn = await turnByHand(database);
  while ((await logSize(database)) < size) await sequenceLog(ports, identity, turn);
  const cpu = process.cpuUsage(cpuBefore);
  return {
    perSecond: size / ((performance.now() - startedAt) / 1000),
    nodeUs: (cpu.user + cpu.system) / size,
    postgresUs: (((await readPostgresCpuMs(sello.postmasterPid)) - postgresBefore) / size) * 1000,
  };
}

/** In one transaction, so that the server's own sequencer does not start before all leaves are written. */
async function queueLeaves({ database }: SelloProcess, count: number): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  const entries = 'select sha256(n::text::bytea) as entry from generate_series(1, $1::integer) n';
  const leaves = `select sha256('\\x00'::bytea || entry), entry from (${entries}) e`;
  await client.query(`insert into log_queue (leaf_hash, entry) ${leaves}`, [count]);
  await client.end();
}

function rateRow({ perSecond, nodeUs, postgresUs }: BenchLog['grown']): Row {
  return {
    what: 'leaves that get their place in the log, from the table, with checkpoints signed',
    sello: `${count(perSecond)}/s · node ${count(nodeUs)} µs · pg ${count(postgresUs)} µs`,
    rival: '',
    value: `${count(perSecond)}/s`,
    target: `≥ ${count(WANTED_LEAVES_PER_SECOND)}/s`,
    outcome: perSecond >= WANTED_LEAVES_PER_SECOND ? 'pass' : 'MISS',
  };
}

async function logSize(database: Database): Promise<number> {
  const [row] = await database.query('select size from log_state', [], 'log-size');
  return row?.size as number;
}

/** The median of each round, with the logs measured by turns. */
async function proofTimes<Name extends string>(
  stage: Stage,
  logs: Record<Name, BenchLog>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(logs) as Name[];
  const medians = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < stage.rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const middle = median(await proveSome(logs[name], round + 1));
      // The first round is warm-up.
      if (round >= 0) medians[name].push(middle);
    }
  }
  return medians;
}

/** Leaves spread over the whole log, different ones in every round. */
async function proveSome({ ports, size }: BenchLog, round: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < PROOFS_PER_ROUND; i += 1) {
    const index = Math.floor(((round * PROOFS_PER_ROUND + i) * 0.6180339887 * size) % size);
    const startedAt = performance.now();
    await proveInclusion(ports, index, size);
    times.push(performance.now() - startedAt);
  }
  return times;
}
