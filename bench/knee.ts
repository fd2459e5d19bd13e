/**
 * The knee: the highest arrival rate served without a backlog and with p99 below a bound, on one HTTP process and
 * on two. With generator and database on the same cores, wall time cannot show the capacity of two processes, so
 * that is computed from the cost: a process has one core, and its capacity is one core-second divided by the
 * processor time of a request.
 */

import { type Cost, describeSample, type LoadSample, measureClosed, measureOpen } from './group-cost.ts';
import { requestHead } from './load.ts';
import { type OpenLoad, type RequestKind, startOpenLoad } from './open-load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { median, type Spread, spreadOf } from './rounds.ts';
import { seedCertificates, seededHash } from './seed-certificates.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { type UploadBody, writeMultipartBody } from './upload-bodies.ts';

const CERTIFIED_BYTES = 10_000;
const P99_BOUND_MS = 100;
/** Closed-loop callers per process: enough to keep it busy. */
const CALLERS = 16;
/** The search for the knee starts at this share of the closed-loop rate. */
const FIRST_SHARE = 0.5;
/** Costs are compared at this share of one process's rate. */
const COMPARED_SHARE = 0.7;
const SEED = 20_260_131;
/** If the machine's host took less than this, the waiting time is the server's own. */
export const QUIET_SHARE = 0.02;

export type Group = { sello: SelloProcess; processes: number };

export async function measureKnees(stage: Stage): Promise<Row[]> {
  const body = await writeMultipartBody(stage.folder, CERTIFIED_BYTES);
  const certificates = stage.isQuick ? 1_000 : 10_000;
  const load = await startOpenLoad(stage.folder);
  try {
    return await withGroup(stage, 1, certificates, (one) =>
      withGroup(stage, 2, certificates, async (two) => {
        const rows: Row[] = [];
        for (const subject of subjects(body, certificates)) {
          rows.push(...(await compareGroups(stage, load, subject, { one, two })));
        }
        return rows;
      }),
    );
  } finally {
    await load.stop();
  }
}

export function withGroup<T>(
  stage: Stage,
  processes: number,
  certificates: number,
  use: (group: Group) => Promise<T>,
): Promise<T> {
  const settings = { SELLO_PROCESSES: String(processes) };
  return stage.withSello(async (sello) => {
    await seedCertificates(sello, certificates);
    return use({ sello, processes });
  }, settings);
}

/** `warmUp` is the number of requests after which a process has reached full speed. */
export type Subject = { what: string; warmUp: number; kindFor(sello: SelloProcess): RequestKind };

export function subjects(body: UploadBody, certificates: number): [Subject, Subject, Subject] {
  const { bodyFile, headers, fileAt } = body;
  const get = (sello: SelloProcess, target: string) =>
    requestHead('GET', `/api/public/v1/${target}`, { authorization: `Bearer ${sello.key}` });
  return [
    {
      what: 'certify 10 KB',
      warmUp: 10_000,
      kindFor: (sello) => ({ share: 1, heads: [uploadHead(sello, headers)], bodyFile, differsAt: fileAt }),
    },
    {
      what: 'verify/{hash}',
      warmUp: 10_000,
      kindFor: (sello) => ({
        share: 1,
        heads: Array.from({ length: 1_000 }, (_, i) => get(sello, `verify/${seededHash(someNumber(i))}`)),
      }),
    },
    {
      what: 'list of 20',
      warmUp: 4_000,
      kindFor: (sello) => ({ share: 1, heads: [get(sello, 'certificates?limit=20')] }),
    },
  ];

  /** Different numbers, spread over all certificates in no particular order. */
  function someNumber(i: number): number {
    return 1 + Math.floor((i * 0.6180339887 * certificates) % certificates);
  }
}

async function compareGroups(
  stage: Stage,
  load: OpenLoad,
  subject: Subject,
  { one, two }: { one: Group; two: Group },
): Promise<Row[]> {
  const reachedByOne = await warmUp(stage, one, subject);
  const reachedByTwo = await warmUp(stage, two, subject);
  const perSecond = COMPARED_SHARE * reachedByOne;
  const busy = await compareBusy(stage, [one, two], subject);
  const costs = await compareCosts(stage, load, perSecond, [one, two], subject);
  const kneeOfOne = await findKnee(stage, load, subject, one, FIRST_SHARE * reachedByOne);
  const kneeOfTwo = await findKnee(stage, load, subject, two, FIRST_SHARE * reachedByTwo);
  const ratio = kneeOfTwo.perSecond / kneeOfOne.perSecond;
  return [
    ratioRow(
      `${subject.what}, ${CALLERS} callers for each process: what two HTTP processes carry with a core each, against one, by processor time per request`,
      describeCapacity(busy.ofTwo, 2),
      describeCapacity(busy.ofOne, 1),
      compareCapacity(busy.ofTwo, busy.ofOne),
      { atLeast: 1.6 },
    ),
    ratioRow(
      `${subject.what}, ${count(perSecond)}/s arriving at random at either: the same`,
      describeCapacity(costs.ofTwo, 2),
      describeCapacity(costs.ofOne, 1),
      compareCapacity(costs.ofTwo, costs.ofOne),
    ),
    ratioRow(
      `${subject.what}, ${count(perSecond / 2)}/s for each process: the same`,
      describeCapacity(costs.ofTwo, 2),
      describeCapacity(costs.ofOneAtHalf, 1),
      compareCapacity(costs.ofTwo, costs.ofOneAtHalf),
    ),
    ratioRow(
      `${subject.what}, arriving at random: knee (p99 ≤ ${P99_BOUND_MS} ms, no backlog) of two HTTP processes against one, all on these cores`,
      describeSample(kneeOfTwo),
      describeSample(kneeOfOne),
      { median: ratio, low: ratio, high: ratio },
    ),
  ];
}

/** Closed-loop requests per second once everything is compiled. */
export async function warmUp(
  stage: Stage,
  { sello, processes }: Group,
  { kindFor, ...subject }: Subject,
): Promise<number> {
  const plan = { port: sello.port, connections: processes * CALLERS, ...kindFor(sello) };
  const requests = processes * subject.warmUp * (stage.isQuick ? 0.1 : 1);
  await stage.load.run({ ...plan, until: { requests } });
  const result = await stage.load.run({ ...plan, until: { ms: stage.isQuick ? 1_000 : 4_000 } });
  return (result.requests / result.wallMs) * 1000;
}

/** Goes up from the first rate, or down if that is too high, to the highest rate that holds. */
export async function findKnee(
  stage: Stage,
  load: OpenLoad,
  subject: Subject,
  group: Group,
  first: number,
): Promise<LoadSample> {
  const growth = stage.isQuick ? 1.5 : 1.12;
  let perSecond = first;
  let best: LoadSample | undefined;
  for (let isRising = true; perSecond >= 1; ) {
    const sample = await tryRate(stage, load, subject, group, perSecond);
    if (holds(sample)) {
      best = sample;
      if (!isRising) return best;
      perSecond *= growth;
    } else {
      if (best !== undefined) return best;
      isRising = false;
      perSecond /= growth;
    }
  }
  throw new Error(`${subject.what} holds at no rate`);
}

/** A rate that fails is tried once more: the machine may have been busy. If its host was busy, up to four times. */
async function tryRate(
  stage: Stage,
  load: OpenLoad,
  { what, kindFor }: Subject,
  { sello, processes }: Group,
  perSecond: number,
): Promise<LoadSample> {
  const lengthMs = stage.isQuick ? 1_000 : 8_000;
  for (let attempt = 1; ; attempt += 1) {
    const plan = { perSecond, lengthMs, seed: SEED + attempt, kinds: [kindFor(sello)] };
    const sample = await measureOpen(load, sello, plan);
    const verdict = holds(sample) ? 'holds' : `fails, backlog ${sample.backlog}, refused ${sample.refused}`;
    process.stderr.write(
      `  ${what}, ${processes} HTTP: ${count(perSecond)}/s offered: ${describeSample(sample)}: ${verdict}\n`,
    );
    const mostAttempts = sample.stolenShare > QUIET_SHARE ? 5 : 2;
    if (holds(sample) || stage.isQuick || attempt >= mostAttempts) return sample;
  }
}

/** At the end, no more requests may be pending than arrive within the p99 bound. */
function holds({ p99Ms, backlog, refused, perSecond }: LoadSample): boolean {
  return refused === 0 && p99Ms <= P99_BOUND_MS && backlog <= Math.max(2, (perSecond * P99_BOUND_MS) / 1000);
}

/** Measures both groups by turns, kept busy by their callers: the capacity of each at full load. */
async function compareBusy(
  stage: Stage,
  [one, two]: readonly [Group, Group],
  { kindFor }: Subject,
): Promise<{ ofOne: Cost[]; ofTwo: Cost[] }> {
  const until = { ms: stage.isQuick ? 1_000 : 4_000 };
  const take = ({ sello, processes }: Group) =>
    measureClosed(stage.load, sello, {
      port: sello.port,
      connections: processes * CALLERS,
      until,
      ...kindFor(sello),
    });
  const costs = { ofOne: [] as Cost[], ofTwo: [] as Cost[] };
  for (let round = 0; round < stage.rounds; round += 1) {
    const turns = [
      async () => costs.ofOne.push(await take(one)),
      async () => costs.ofTwo.push(await take(two)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  return costs;
}

type Costs = { ofOne: LoadSample[]; ofOneAtHalf: LoadSample[]; ofTwo: LoadSample[] };

/**
 * Compares the costs by turns, at a rate below the capacity of either. With the same total rate, each of two processes
 * gets half the requests and smaller batches, and the parent's background work is divided by the same number of
 * requests. One process at half the rate is the other bound: the same load per process, but in the pair the background
 * work is divided by twice as many requests.
 */
async function compareCosts(
  stage: Stage,
  load: OpenLoad,
  perSecond: number,
  [one, two]: readonly [Group, Group],
  { kindFor }: Subject,
): Promise<Costs> {
  const lengthMs = stage.isQuick ? 1_000 : 4_000;
  const take = ({ sello }: Group, rate: number, round: number) =>
    measureOpen(load, sello, { perSecond: rate, lengthMs, seed: SEED + round, kinds: [kindFor(sello)] });
  const costs: Costs = { ofOne: [], ofOneAtHalf: [], ofTwo: [] };
  for (let round = 0; round < stage.rounds; round += 1) {
    const turns = [
      async () => costs.ofOne.push(await take(one, perSecond, round)),
      async () => costs.ofTwo.push(await take(two, perSecond, round)),
      async () => costs.ofOneAtHalf.push(await take(one, perSecond / 2, round)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  return costs;
}

function compareCapacity(ofTwo: readonly Cost[], ofOne: readonly Cost[]): Spread {
  return spreadOf(ofTwo.map(({ nodeUs }, round) => (2 * (ofOne[round]?.nodeUs ?? nodeUs)) / nodeUs));
}

function describeCapacity(samples: readonly Cost[], processes: number): string {
  const nodeUs = median(samples.map((sample) => sample.nodeUs));
  const postgresUs = median(samples.map((sample) => sample.postgresUs));
  return `${count((processes * 1e6) / nodeUs)}/s · node ${count(nodeUs)} µs · pg ${count(postgresUs)} µs`;
}
