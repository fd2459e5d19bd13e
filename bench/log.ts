/** The log: how fast waiting leaves get their place, and whether a proof grows dearer with the log. */

import { nodeCryptoEngine } from '../server/src/adapters/crypto-node.ts';
import { connect, type Database } from '../server/src/adapters/pg.ts';
import { makeMerkleLogStore } from '../server/src/adapters/pg-log.ts';
import { openLog, proveInclusion, sequenceLog } from '../server/src/app/sequence-log.ts';
import { count, type Row, ratioRow } from './results.ts';
import { median } from './rounds.ts';
import { seedCertificates } from './seed-certificates.ts';
import type { Stage } from './stage.ts';

const SMALL_LOG = 1_000;
const WANTED_LEAVES_PER_SECOND = 20_000;

/** On a server's database, but in this process: the server's own sequencer finds nothing left to do. */
export async function measureLog(stage: Stage): Promise<Row[]> {
  const large = stage.isQuick ? 100_000 : 1_000_000;
  return stage.withSello(async (sello) => {
    const database = connect(sello.database, 4);
    try {
      await seedCertificates(sello, large);
      const ports = {
        merkleLog: makeMerkleLogStore(database),
        crypto: nodeCryptoEngine,
        now: () => new Date(),
      };
      const identity = await openLog(ports, 'bench/log');
      await queue(database, sello.accountId, 0, SMALL_LOG);
      while ((await sequenceLog(ports, identity)) > 0 || (await logSize(database)) < SMALL_LOG);
      const small = await proofTimes(ports, SMALL_LOG);
      await queue(database, sello.accountId, SMALL_LOG, large);
      const startedAt = performance.now();
      const before = await logSize(database);
      while ((await logSize(database)) < large) await sequenceLog(ports, identity);
      const perSecond = (large - before) / ((performance.now() - startedAt) / 1000);
      const grown = await proofTimes(ports, large);
      return [
        rateRow(perSecond),
        ratioRow(
          `inclusion proof among ${count(large)} leaves, against ${count(SMALL_LOG)}: time`,
          `${median(grown).toFixed(2)} ms`,
          `${median(small).toFixed(2)} ms`,
          spread(grown, small),
          { atMost: 2 },
        ),
      ];
    } finally {
      await database.close();
    }
  });
}

function rateRow(perSecond: number): Row {
  return {
    what: 'leaves that get their place in the log, from the table, with checkpoints signed',
    sello: `${count(perSecond)}/s`,
    rival: '',
    value: `${count(perSecond)}/s`,
    target: `≥ ${count(WANTED_LEAVES_PER_SECOND)}/s`,
    outcome: perSecond >= WANTED_LEAVES_PER_SECOND ? 'pass' : 'MISS',
  };
}

async function queue(database: Database, accountId: string, from: number, to: number): Promise<void> {
  // In portions that fit the time that a statement may take.
  for (let start = from; start < to; start += 100_000) {
    await database.query(
      'queue',
      `insert into log_queue (account_id, certificate_id, leaf_hash)
       select account_id, id, sha256 from certificates where account_id = $1 and livemode and number > $2 and number <= $3`,
      [accountId, start, Math.min(start + 100_000, to)],
    );
  }
}

async function logSize(database: Database): Promise<number> {
  const [row] = await database.query('log-size', 'select size from log_state', []);
  return row?.size as number;
}

async function proofTimes(ports: Parameters<typeof proveInclusion>[0], size: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 600; i += 1) {
    const index = Math.floor((i * 0.6180339887 * size) % size);
    const startedAt = performance.now();
    await proveInclusion(ports, index, size);
    times.push(performance.now() - startedAt);
  }
  // The first ones were still being compiled.
  return times.slice(200);
}

function spread(ours: readonly number[], theirs: readonly number[]) {
  const quarter = (times: readonly number[], at: number) =>
    [...times].sort((a, b) => a - b)[Math.floor(times.length * at)] ?? 0;
  return {
    median: median(ours) / median(theirs),
    low: quarter(ours, 0.25) / quarter(theirs, 0.25),
    high: quarter(ours, 0.75) / quarter(theirs, 0.75),
  };
}
