/** A minute of steady certifying: how soon each certificate is certified, and how many transactions that takes. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedChain } from '../server/src/anchoring/embedded-chain/chain.ts';
import { addressOfKey } from '../server/src/anchoring/evm/address.ts';
import { readConfig } from '../server/src/settings.ts';
import { count, type Row } from './results.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const FILE_BYTES = 1_000;
const CONNECTIONS = 16;
const PORTION_EVERY_MS = 1_000;
/** A machine that cannot keep up stops here with fewer certificates; the row shows how many. */
const LONGEST_MS = 75_000;
const CERTIFIED_TIMEOUT_MS = 20_000;
const WANTED_P95_MS = 5_000;

type Latencies = { certificates: number; p50Ms: number; p95Ms: number; maxMs: number };

export async function measureAnchoring(stage: Stage): Promise<Row[]> {
  const [wanted, seconds] = stage.isQuick ? [1_000, 6] : [10_000, 60];
  return stage.withSello(async (sello) => {
    const startedAt = performance.now();
    await certifyInPortions(stage, sello, wanted, seconds);
    const wallMs = performance.now() - startedAt;
    const latencies = await readLatencies(sello);
    // Only one process at a time can open its chain.
    await sello.stop();
    const transactions = await countTransactions(sello);
    return toRows(sello, wallMs, latencies, transactions);
  });
}

/** Certifies the same number each second, as if independent customers sent them. */
async function certifyInPortions(
  stage: Stage,
  sello: SelloProcess,
  wanted: number,
  seconds: number,
): Promise<void> {
  const { bodyFile, headers, fileAt } = await writeMultipartBody(stage.folder, FILE_BYTES);
  const plan = {
    port: sello.port,
    connections: CONNECTIONS,
    heads: [uploadHead(sello, headers)],
    bodyFile,
    differsAt: fileAt,
  };
  const startedAt = performance.now();
  const sinceStart = () => performance.now() - startedAt;
  let sent = 0;
  for (let portion = 1; sent < wanted && sinceStart() < LONGEST_MS; portion += 1) {
    const requests = Math.min(Math.round((wanted * portion) / seconds), wanted) - sent;
    await stage.load.run({ ...plan, until: { requests } });
    sent += requests;
    if (sent < wanted) await sleep(Math.max(0, portion * PORTION_EVERY_MS - sinceStart()));
  }
}

/** Each latency is the time from just before the 201 was sent until the covering block was seen to be final. */
async function readLatencies({ database }: SelloProcess): Promise<Latencies> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const deadline = performance.now() + CERTIFIED_TIMEOUT_MS;
    for (;;) {
      const { rows } = await client.query(LATENCIES);
      const { certificates, certified, p50, p95, max } = rows[0];
      const latencies = { certificates: Number(certificates), p50Ms: p50, p95Ms: p95, maxMs: max };
      if (certificates === certified) return latencies;
      if (performance.now() > deadline)
        throw new Error(`Only ${certified} of ${certificates} were certified in time`);
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}

const LATENCIES = `
  select count(*) as certificates, count(ms) as certified, max(ms) as max,
         percentile_cont(0.5) within group (order by ms) as p50,
         percentile_cont(0.95) within group (order by ms) as p95
    from (
      select extract(epoch from a.final_at - c.created_at)::float8 * 1000 as ms
        from certificates c join log_witnesses w on w.livemode = c.livemode
        left join lateral log_place(c.ticket) place on true
        left join lateral covering_anchor(w.network, place.leaf_index) a on a.state = 'final'
    ) waits`;

/** Counts on the chain itself, not in the database. */
async function countTransactions({ folder }: SelloProcess): Promise<number> {
  const logger = { info() {}, warn() {}, error() {} };
  const chain = await openEmbeddedChain(path.join(folder, 'data', 'chain'), {
    now: () => new Date(),
    randomBytes,
    logger,
  });
  try {
    const operator = addressOfKey(chain.signerKey);
    return Number(await chain.request('eth_getTransactionCount', [operator, 'latest']));
  } finally {
    await chain.close();
  }
}

function toRows(
  { folder }: SelloProcess,
  wallMs: number,
  { certificates, p50Ms, p95Ms, maxMs }: Latencies,
  transactions: number,
): Row[] {
  const intervalMs = readConfig({ SELLO_DATA_DIR: folder }).embeddedAnchorIntervalMs;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  // Plus two: the first transaction follows no interval, and the last one may come an interval later.
  const atMost = Math.ceil(wallMs / intervalMs) + 2;
  const what = `${count(certificates)} certificates in ${seconds(wallMs)}, embedded chain`;
  return [
    {
      what: `${what}: from 201 to certified`,
      sello: `p50 ${seconds(p50Ms)} · p95 ${seconds(p95Ms)} · longest ${seconds(maxMs)}`,
      rival: '',
      value: `p95 ${seconds(p95Ms)}`,
      target: `≤ ${seconds(WANTED_P95_MS)}`,
      outcome: p95Ms <= WANTED_P95_MS ? 'pass' : 'MISS',
    },
    {
      what: `${what}: transactions, at most one every ${seconds(intervalMs)}`,
      sello: `${transactions} transactions · ${count(certificates / transactions)} certificates each`,
      rival: '',
      value: `${transactions}`,
      target: `≤ ${atMost}`,
      outcome: transactions <= atMost ? 'pass' : 'MISS',
    },
  ];
}
