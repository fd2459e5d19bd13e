/** The same files, on the same disk, in the same minutes: certified here, merely stored by others. */

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
 * PocketBase is no package of npm's. Where it and @tus/server were measured in one run, 16 connections and 100 KB,
 * it stored 639 files per core-second and @tus/server 636.
 */
const POCKETBASE_TO_TUS = 639 / 636;

type Size = typeof SMALL;
type PeerName = 'tus' | 'directus';
type Names = 'sello' | PeerName;
type Servers = { sello: SelloProcess; tus: Rival; directus?: Rival };

export async function measurePeers(stage: Stage): Promise<Row[]> {
  const tus = await fetchPeer('tus');
  const directus = stage.withDirectus ? await fetchPeer('directus') : undefined;
  return stage.withSello((sello) =>
    stage.withRival('peer-tus.ts', { packages: tus }, async (tusServer) => {
      if (directus === undefined) return measureAll(stage, { sello, tus: tusServer });
      return stage.withRival('peer-directus.ts', { packages: directus }, (directusServer) =>
        measureAll(stage, { sello, tus: tusServer, directus: directusServer }),
      );
    }),
  );
}

async function measureAll(stage: Stage, servers: Servers): Promise<Row[]> {
  const smallTurn = { until: { ms: stage.isQuick ? 1_500 : 4_000 } };
  const smallSides = await sidesFor(stage, servers, SMALL, smallTurn);
  const small = await alternate(
    stage.load,
    { rounds: stage.rounds, warmUpRequests: stage.isQuick ? 300 : 4_000 },
    smallSides,
  );
  const largeSides = await sidesFor(stage, servers, LARGE, {
    until: { requests: LARGE.connections * (stage.isQuick ? 2 : 5) },
  });
  const large = await alternate(
    stage.load,
    { rounds: stage.rounds, warmUpRequests: LARGE.connections * 2 },
    largeSides,
  );
  const memory = await peakMemories(stage, largeSides);
  return [
    perCoreRow(SMALL, '@tus/server', small.sello, small.tus, { atLeast: 1.2 }),
    pocketBaseRow(small.sello, small.tus),
    ...(small.directus === undefined
      ? []
      : [perCoreRow(SMALL, 'Directus', small.sello, small.directus, { atLeast: 8 })]),
    perCoreRow(LARGE, '@tus/server', large.sello, large.tus, { atLeast: 1 }),
    ...(large.directus === undefined ? [] : [perCoreRow(LARGE, 'Directus', large.sello, large.directus)]),
    ...memoryRows(memory, await readPostgresMemoryMb(servers.sello.postmasterPid)),
  ];
}

/** Directus is a side only where it is wanted. */
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
    // Large bodies are shared by the generator's connections; what they hold makes no difference to anybody.
    ...(size === SMALL && { differsAt: body.fileAt }),
  });
  const { sello, tus, directus } = servers;
  const sides: Partial<Sides> = {
    sello: {
      pid: sello.pid,
      postmasterPid: sello.postmasterPid,
      plan: plan(sello.port, multipart, uploadHead(sello, multipart.headers)),
    },
    tus: { pid: tus.pid, plan: plan(tus.port, raw, tusHead(raw.headers['content-length'])) },
    ...(directus && {
      directus: { pid: directus.pid, plan: plan(directus.port, multipart, directusHead(multipart)) },
    }),
  };
  return sides as Sides;
}

/** The tus protocol, 1.0.0, "creation-with-upload": one request makes the upload and fills it. */
function tusHead(sizeBytes: number): string {
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
