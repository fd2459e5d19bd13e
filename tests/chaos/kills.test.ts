import { utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { MOST_TOLD } from '../../server/src/upkeep/fsck/run-fsck.ts';
import { findHalves, NO_HALVES, orphanedReservations, temporaryFiles } from '../harness/find-halves.ts';
import { runInside } from '../harness/inside-sello.ts';
import { type SeededRandom, seededRandom } from '../harness/seeded-random.ts';
import { openStormPlace, type PlaceKind, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer, type Victim } from '../harness/storm-server.ts';
import { findLost, startUploadStorm, type UploadStorm } from '../harness/upload-storm.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const STORMS: [Victim, PlaceKind, typeof FIGURES.storm][] = [
  ...FIGURES.stormPlaces.map((kind): (typeof STORMS)[number] => ['server', kind, FIGURES.storm]),
  ...FIGURES.sideVictims.map(([victim, kind]): (typeof STORMS)[number] => [victim, kind, FIGURES.sideStorm]),
];

let place: StormPlace;
let server: StormServer;
let storm: UploadStorm | undefined;
afterEach(async () => {
  await storm?.stop();
  await server?.stop();
  await place?.close();
});

test.for(STORMS)(
  'P01 P02 kill -9 of the %s (%s) loses nothing acknowledged and leaves nothing half done',
  { timeout: CHAOS_TIMEOUT_MS },
  async ([victim, kind, figures]) => {
    const random = seededRandom();
    const where = `seed ${random.seed}`;
    place = await openStormPlace(kind);
    server = await startStormServer(victim, place.env, random);
    storm = startUploadStorm(server, place.key, figures.concurrency, random, place.storeSilence);
    for (let kill = 1; kill <= figures.kills; kill += 1) await killAndLook(storm, figures, random, where);
    await storm.more(Math.max(figures.uploads - storm.acknowledged.length, 1));
    await storm.stop();

    expect(storm.surprises, [where, ...storm.surprises.slice(0, 5)].join('\n')).toEqual([]);
    expect(storm.acknowledged.length, where).toBeGreaterThanOrEqual(figures.uploads);
    expect(await findLost(server.baseUrl ?? '', place, storm.acknowledged), where).toEqual([]);
    expectOnePerKey(storm);
    await expectWholeAtRest(where);
    await server.stop();
    await expectSoundToFsck(where);
    if (victim === 'server') await expectSwept();
  },
);

async function killAndLook(
  storm: UploadStorm,
  { uploads, kills }: typeof FIGURES.storm,
  random: SeededRandom,
  where: string,
): Promise<void> {
  await storm.more(1 + random.below((2 * uploads) / kills));
  await sleep(random.below(40));
  await server.kill();
  expect(await findHalves(place), where).toEqual(NO_HALVES);
  await server.restart();
  expect(await findHalves(place), where).toEqual(NO_HALVES);
}

/** However often a caller retried an upload, it was certified once. */
function expectOnePerKey({ acknowledged }: UploadStorm): void {
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
}

/**
 * Once uploads have stopped, there are no reservations, every certificate is in the log, and no anchor was paid twice.
 */
async function expectWholeAtRest(where: string): Promise<void> {
  const count = async (what: string) =>
    Number((await place.query(`select count(*) from ${what}`, [], `count ${what}`))[0]?.count);
  await expect.poll(() => count('log_queue')).toBe(0);
  await expect.poll(() => orphanedReservations(place)).toBe(0);
  await expect.poll(() => count('allowance_reservations')).toBe(0);
  await expect.poll(() => count(`anchors where state <> 'final'`), { message: where }).toBe(0);
  expect(await findHalves(place), where).toEqual(NO_HALVES);
  const twice = 'select tree_size from anchors group by network, tree_size having count(*) > 1';
  expect(await place.query(twice, [], 'paid-twice'), where).toEqual([]);
}

/** The first start that is an hour or more later deletes what interrupted uploads left. */
async function expectSwept(): Promise<void> {
  for (const { file } of await temporaryFiles(place.dataDir)) {
    const longAgo = new Date(Date.now() - 3_700_000);
    await utimes(file, longAgo, longAgo);
  }
  server = await startStormServer('server', place.env, seededRandom());
  expect(await temporaryFiles(place.dataDir)).toEqual([]);
}

/**
 * Runs fsck while no server is running. It counts all files that interrupted uploads left, and names up to a hundred of
 * them.
 */
async function expectSoundToFsck(where: string): Promise<void> {
  const { status, out, error } = await runInside(['fsck', '--json'], place.env);
  expect(status, `${where}\n${out}${error}`).toBe(0);
  const { codes, findings } = JSON.parse(out) as {
    codes: Record<string, number>;
    findings: { code: string; where: string }[];
  };
  const unnamed = await filesWithoutCertificate();
  const named = findings
    .filter(({ code }) => code === 'file_unnamed')
    .map(({ where }) => where.split(' ')[1] ?? '');
  expect(codes.file_unnamed ?? 0, where).toBe(unnamed.size);
  expect(named.length, where).toBe(Math.min(unnamed.size, MOST_TOLD));
  expect(new Set(named).difference(unnamed), where).toEqual(new Set());
}

async function filesWithoutCertificate(): Promise<Set<string>> {
  const digests = `select encode(sha256, 'hex') as digest from certificates`;
  const certified = new Set(
    (await place.query(digests, [], 'certified')).map(({ digest }) => String(digest)),
  );
  return (await place.keptFiles()).difference(certified);
}
