/** By turns, Sello certifies and rivals only store the same files on the same disk. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { forgetPeakMemory, readPeakMemoryMb, readPostgresMemoryMb } from './cpu-time.ts';
import { type LoadPlan, requestHead } from './load.ts';
import { fetchPeer } from './peer-packages.ts';
import { count, type Row, ratioRow, type Target } from './results.ts';
import { alternate, compare, median, type Sample, type Side } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Rival, Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { type UploadBody, writeMultipartBody, writeRawBody } from './upload-bodies.ts';

const SMALL = { label: '100 KB', sizeBytes: 100_000, connections: 16 };
const LARGE = { label: '50 MB', sizeBytes: 52_428_800, connections: 4 };

/**
 * PocketBase is not on npm. In a run that measured both (16 connections, 100 KB), it stored 639 files per
 * core-second and @tus/server 636.
 */
const POCKETBASE_TO_TUS = 639 / 636;

type Size = typeof SMALL;
type PeerName = 'tus' | 'tusAtOnce' | 'directus';
type Names = 'sello' | PeerName;
type Servers = { sello: SelloProcess; tus: Rival; directus?: Rival };

export async function measurePeers(stage: Stage): Promise<Row[]> {
  const smallRows = await withServers(stage, (servers) => measureSmall(stage, servers));
  // Fresh servers: memory left from thousands of small files must not count for the large ones.
  const largeRows = await withServers(stage, (servers) => measureLarge(stage, servers));
  return [...smallRows, ...largeRows];
}

async function withServers<T>(stage: Stage, use: (servers: Servers) => Promise<T>): Promise<T> {
  const packages = await fetchPeer('tus');
  return stage.withSello((sello) =>
    stage.withRival('peer-tus.ts', { packages }, async (tus) => {
      if (!stage.withDirectus) return use({ sello, tus });
      const ofDirectus = { packages: await fetchPeer('directus') };
      return stage.withRival('peer-directus.ts', ofDirectus, (directus) => use({ sello, tus, directus }));
    }),
  );
}

async function measureSmall(stage: Stage, servers: Servers): Promise<Row[]> {
  const until = { ms: stage.isQuick ? 1_000 : 4_000 };
  const turns = { rounds: stage.rounds, warmUp: { ms: stage.isQuick ? 1_000 : 30_000 } };
  const sides = await sidesFor(stage, servers, SMALL, { until });
  const { sello, tus, tusAtOnce, directus } = await alternate(stage.load, turns, sides);
  return [
    perCoreRow(SMALL, '@tus/server', sello, tus, { atLeast: 1.2 }),
    perCoreRow(SMALL, '@tus/server in one request (its extension "creation with upload")', sello, tusAtOnce),
    pocketBaseRow(sello, tus),
    ...(directus === undefined ? [] : [perCoreRow(SMALL, 'Directus', sello, directus, { atLeast: 8 })]),
  ];
}

async function measureLarge(stage: Stage, servers: Servers): Promise<Row[]> {
  const until = { requests: LARGE.connections * (stage.isQuick ? 2 : 5) };
  const turns = { rounds: stage.rounds, warmUp: { requests: LARGE.connections * (stage.isQuick ? 1 : 4) } };
  const sides = await sidesFor(stage, servers, LARGE, { until });
  const { sello, tus, tusAtOnce, directus } = await alternate(stage.load, turns, sides);
  const memory = await peakMemories(stage, sides);
  return [
    perCoreRow(LARGE, '@tus/server', sello, tus, { atLeast: 1 }),
    perCoreRow(LARGE, '@tus/server in one request (its extension "creation with upload")', sello, tusAtOnce),
    ...(directus === undefined ? [] : [perCoreRow(LARGE, 'Directus', sello, directus)]),
    ...memoryRows(memory, await readPostgresMemoryMb(servers.sello.postmasterPid)),
  ];
}

/** Directus takes part only if requested. */
type Sides = Record<Names, Side>;
type Turn = Pick<LoadPlan, 'until'>;

async function sidesFor(stage: Stage, servers: Servers, size: Size, turn: Turn): Promise<Sides> {
  const folder = path.join(stage.folder, `peers-${size.sizeBytes}`);
  await mkdir(folder, { recursive: true });
  const multipart = await writeMultipartBody(folder, size.sizeBytes);
  const raw = await writeRawBody(folder, size.sizeBytes);
  const plan = (port: number, body: UploadBody, head: string): LoadPlan => ({
    port,
    connections: size.connections,
    ...turn,
    heads: [head],
    bodyFile: body.bodyFile,
    // Large bodies are shared by the generator's connections; their content does not affect any server.
    ...(size === SMALL && { differsAt: body.fileAt }),
  });
  const { sello, tus, directus } = servers;
  const sides: Partial<Sides> = {
    sello: {
      pid: sello.pid,
      postmasterPid: sello.postmasterPid,
      plan: plan(sello.port, multipart, uploadHead(sello, multipart.headers)),
    },
    tus: {
      pid: tus.pid,
      plan: { ...plan(tus.port, raw, tusCreation(size.sizeBytes)), thenHead: tusUpload(size.sizeBytes) },
    },
    tusAtOnce: { pid: tus.pid, plan: plan(tus.port, raw, tusAtOnceHead(size.sizeBytes)) },
    ...(directus && {
      directus: { pid: directus.pid, plan: plan(directus.port, multipart, directusHead(multipart)) },
    }),
  };
  return sides as Sides;
}

/** tus 1.0.0 as clients use it by default: one request creates the upload … */
function tusCreation(sizeBytes: number): string {
  return requestHead('POST', '/files', {
    'tus-resumable': '1.0.0',
    'upload-length': sizeBytes,
    'content-length': 0,
  });
}

/** … and another sends the content. */
function tusUpload(sizeBytes: number): string {
  return requestHead('PATCH', '{location}', {
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': sizeBytes,
  });
}

/** "creation-with-upload": one request does both. */
function tusAtOnceHead(sizeBytes: number): string {
  return requestHead('POST', '/files', {
    'tus-resumable': '1.0.0',
    'upload-length': sizeBytes,
    'content-type': 'application/offset+octet-stream',
    'content-length': sizeBytes,
  });
}

/** The token that peer-directus.ts gives its administrator. */
function directusHead({ headers }: UploadBody): string {
  return requestHead('POST', '/files', { authorization: 'Bearer bench-token', ...headers });
}

function perCoreSecond({ nodeUs, postgresUs }: Sample): number {
  return 1e6 / (nodeUs + postgresUs);
}

function perCoreRow(
  { label, connections }: Size,
  rival: string,
  ours: readonly Sample[],
  theirs: readonly Sample[],
  target?: Target,
): Row {
  const describe = (samples: readonly Sample[]) =>
    `${count(median(samples.map(perCoreSecond)))} per core-second · ${count(median(samples.map((sample) => sample.perSecond)))}/s · p99 ${median(samples.map((sample) => sample.p99Ms)).toFixed(0)} ms`;
  return ratioRow(
    `${label} files, ${connections} connections: certified durably, against stored by ${rival}: files per core-second of server and database`,
    describe(ours),
    describe(theirs),
    compare(ours, theirs, perCoreSecond),
    target,
  );
}

function pocketBaseRow(ours: readonly Sample[], tus: readonly Sample[]): Row {
  const { median: middle, low, high } = compare(ours, tus, perCoreSecond);
  const scale = (ratio: number) => ratio / POCKETBASE_TO_TUS;
  return ratioRow(
    `${SMALL.label} files: the same against PocketBase, by its measured distance to @tus/server`,
    `${count(median(ours.map(perCoreSecond)))} per core-second`,
    `${POCKETBASE_TO_TUS.toFixed(3)} × @tus/server`,
    { median: scale(middle), low: scale(low), high: scale(high) },
    { atLeast: 1 },
  );
}

async function peakMemories(stage: Stage, sides: Sides): Promise<Map<Names, number[]>> {
  const peaks = new Map<Names, number[]>();
  const entries = Object.entries(sides) as [Names, Side][];
  for (let round = 0; round < stage.rounds; round += 1) {
    for (const [name, { pid, plan }] of entries) {
      await forgetPeakMemory(pid);
      await stage.load.run({ ...plan, until: { requests: LARGE.connections * 2 } });
      peaks.set(name, [...(peaks.get(name) ?? []), await readPeakMemoryMb(pid)]);
    }
  }
  return peaks;
}

function memoryRows(peaks: ReadonlyMap<Names, number[]>, postgresMb: number): Row[] {
  const ours = peaks.get('sello') ?? [];
  const row = (rival: string, theirs: readonly number[], target?: Target) =>
    ratioRow(
      `peak memory of the server, ${LARGE.connections} × ${LARGE.label} at once, against ${rival}`,
      `${count(median(ours))} MB (its database: ${count(postgresMb)} MB)`,
      `${count(median(theirs))} MB`,
      compare(ours, theirs, (megabytes) => megabytes),
      target,
    );
  const directus = peaks.get('directus');
  return [
    row('@tus/server', peaks.get('tus') ?? [], { atMost: 1 }),
    ...(directus === undefined ? [] : [row('Directus', directus)]),
  ];
}
