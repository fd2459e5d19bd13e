/** Constant load for a long time: memory, descriptors and the like must not grow. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readMemoryMb, readPostgresMemoryMb } from './cpu-time.ts';
import { describeSample, measureOpen, nodeProcesses } from './group-cost.ts';
import { subjects } from './knee.ts';
import { startOpenLoad } from './open-load.ts';
import { count, type Row } from './results.ts';
import { median } from './rounds.ts';
import { seedCertificates } from './seed-certificates.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const SEED = 20_260_131;
const CERTIFICATES = 1_000;
/** About a third of the capacity of two cores shared with database and generator. */
const PER_SECOND = { certify: 60, verify: 300, list: 40 };
const SAMPLES = 120;
/** This first part is not judged: caches fill and code is compiled. */
const SETTLING_SHARE = 1 / 3;

type Sample = Record<Held, number> & { atMinutes: number };
type Held = keyof typeof HELD;

/** The watched resources. Each may grow by `atLeast` or by `share` of its median, whichever is more. */
const HELD = {
  memoryMb: { what: 'memory of the HTTP processes and their parent', unit: 'MB', share: 0.05, atLeast: 15 },
  descriptors: { what: 'open descriptors of those', unit: '', share: 0.02, atLeast: 4 },
  temporaryFiles: { what: 'temporary files', unit: '', share: 0, atLeast: 4 },
  connections: { what: 'connections to PostgreSQL', unit: '', share: 0, atLeast: 2 },
  databaseMb: { what: 'memory of PostgreSQL beside its shared buffers', unit: 'MB', share: 0.1, atLeast: 20 },
} as const;

export async function measureSoak(stage: Stage): Promise<Row[]> {
  const lengthMs = stage.soakMinutes * 60_000;
  const body = await writeMultipartBody(stage.folder, 10_000);
  const load = await startOpenLoad(stage.folder);
  const run = async (sello: SelloProcess) => {
    await seedCertificates(sello, CERTIFICATES);
    const [certify, verify, list] = subjects(body, CERTIFICATES);
    const kinds = [
      { ...certify.kindFor(sello), share: PER_SECOND.certify },
      { ...verify.kindFor(sello), share: PER_SECOND.verify },
      { ...list.kindFor(sello), share: PER_SECOND.list },
    ];
    const perSecond = PER_SECOND.certify + PER_SECOND.verify + PER_SECOND.list;
    const watched = new AbortController();
    const watching = watch(sello, lengthMs / SAMPLES, watched.signal);
    const served = await measureOpen(load, sello, { perSecond, lengthMs, seed: SEED, kinds }).finally(() =>
      watched.abort(),
    );
    if (served.refused > 0) throw new Error(`${served.refused} refused: ${served.firstRefusal}`);
    const samples = await watching;
    const title = `soak of ${stage.soakMinutes} minutes, two HTTP processes, ${count(perSecond)}/s`;
    return [loadRow(title, describeSample(served)), ...heldRows(title, samples)];
  };
  try {
    return await stage.withSello(run, { SELLO_PROCESSES: '2' });
  } finally {
    await load.stop();
  }
}

async function watch(sello: SelloProcess, everyMs: number, signal: AbortSignal): Promise<Sample[]> {
  const client = new pg.Client({ ...sello.database, user: 'postgres' });
  await client.connect();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  try {
    while (!signal.aborted) {
      const sample = { atMinutes: (performance.now() - startedAt) / 60_000, ...(await look(sello, client)) };
      samples.push(sample);
      const figures = Object.entries(sample).map(([name, value]) => `${name} ${value.toFixed(1)}`);
      process.stderr.write(`  ${figures.join(' · ')}\n`);
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    await client.end();
  }
  return samples;
}

async function look(sello: SelloProcess, client: pg.Client): Promise<Record<Held, number>> {
  const pids = await nodeProcesses(sello);
  let memoryMb = 0;
  let descriptors = 0;
  for (const pid of pids) {
    memoryMb += await readMemoryMb(pid);
    descriptors += (await readdir(`/proc/${pid}/fd`)).length;
  }
  const incoming = await readdir(path.join(sello.folder, 'data/files/incoming')).catch(() => []);
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return {
    memoryMb,
    descriptors,
    temporaryFiles: incoming.length,
    connections: rows[0]?.connections ?? 0,
    // Without shared buffers: they fill up to their size with data, which is not a leak.
    databaseMb: await readPostgresMemoryMb(sello.postmasterPid, 'Pss_Anon'),
  };
}

function loadRow(title: string, served: string): Row {
  return { what: `${title}: served`, sello: served, rival: '', value: '', target: '', outcome: '' };
}

function heldRows(title: string, samples: readonly Sample[]): Row[] {
  const settled = samples.slice(Math.floor(samples.length * SETTLING_SHARE));
  const minutes = (settled.at(-1)?.atMinutes ?? 0) - (settled[0]?.atMinutes ?? 0);
  return (Object.keys(HELD) as Held[]).map((held) => {
    const { what, unit, share, atLeast } = HELD[held];
    const values = settled.map((sample) => sample[held]);
    const middle = median(values);
    const growth = slope(settled.map((sample) => [sample.atMinutes, sample[held]])) * minutes;
    const allowed = Math.max(atLeast, share * middle);
    return {
      what: `${title}: ${what}, growth over the last ${minutes.toFixed(1)} minutes`,
      sello: `median ${count(middle)} ${unit} (${count(Math.min(...values))}–${count(Math.max(...values))})`,
      rival: '',
      value: `${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(1)} ${unit}`,
      target: `≤ ${count(allowed)} ${unit}`,
      outcome: growth <= allowed ? 'pass' : 'MISS',
    };
  });
}

/** Median slope between all pairs (Theil–Sen): robust against a few garbage collections. */
function slope(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], i) =>
    points.slice(i + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}
