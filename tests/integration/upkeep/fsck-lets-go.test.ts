import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import type { FsckSubject } from '../../../server/src/upkeep/fsck/fsck.ts';
import { type BusySello, fsck, openBusySello } from '../../harness/busy-sello.ts';

let world: BusySello;
let beside: Database;
beforeAll(async () => {
  world = await openBusySello();
  beside = connect({ url: world.sello.database.url }, 2);
});
afterAll(async () => {
  await beside?.close();
  await world?.close();
});

/**
 * The start times of idle transactions that hold a snapshot: until these end, the database cannot remove rows that were
 * replaced since.
 */
const HELD = `
  select array_agg(xact_start::text) as held from pg_stat_activity
   where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid() and state like 'idle%'`;

/**
 * Queries that share one snapshot of the log: its state and keys, or some rows and how much of them is in the file
 * store.
 */
const QUERIES_OF_A_MOMENT = 4;

let now: FsckSubject | undefined;
const breaks: { subject: FsckSubject | undefined; held: readonly string[] }[] = [];
const during = (name: FsckSubject) => breaks.filter(({ subject }) => subject === name);

beforeAll(async () => {
  const { holds } = await fsck(world, {
    onProgress(subject) {
      now = subject;
    },
    async takeBreak() {
      const [row] = await beside.query(HELD, [], 'held');
      breaks.push({ subject: now, held: (row?.held ?? []) as string[] });
    },
  });
  expect(holds).toBe(true);
});

test('P100 between two files or two time stamps, fsck does not keep vacuum from removing any row', () => {
  for (const name of ['files', 'stamps'] as const) {
    expect(during(name).length).toBeGreaterThan(3);
    expect(during(name).filter(({ held }) => held.length > 0)).toEqual([]);
  }
});

test('P100 fsck holds no snapshot of the log for longer than a few queries', () => {
  const breaksByMoment = new Map<string, number>();
  for (const moment of during('log').flatMap(({ held }) => held))
    breaksByMoment.set(moment, (breaksByMoment.get(moment) ?? 0) + 1);
  expect(during('log').some(({ held }) => held.length === 0)).toBe(true);
  expect(breaksByMoment.size).toBeGreaterThan(2);
  expect(Math.max(...breaksByMoment.values())).toBeLessThanOrEqual(QUERIES_OF_A_MOMENT);
});
