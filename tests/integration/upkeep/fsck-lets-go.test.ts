import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import type { FsckSubject } from '../../../server/src/upkeep/fsck/ports.ts';
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

/** As long as a session has one of these, no row that was replaced since can be removed. */
const HELD = `
  select count(*)::integer as held from pg_stat_activity
   where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid() and state like 'idle%'`;

test('P100 between two files or two time stamps, fsck keeps no row of the database from being removed', async () => {
  let now: FsckSubject | undefined;
  const breaks: { subject: FsckSubject | undefined; held: unknown }[] = [];
  const { holds } = await fsck(world, {
    onProgress(subject) {
      now = subject;
    },
    async takeBreak() {
      const [row] = await beside.query('held', HELD, []);
      breaks.push({ subject: now, held: row?.held });
    },
  });
  expect(holds).toBe(true);
  const of = (name: FsckSubject) => breaks.filter(({ subject }) => subject === name).map(({ held }) => held);
  expect(of('files').length).toBeGreaterThan(3);
  expect(of('stamps').length).toBeGreaterThan(3);
  expect(new Set([...of('files'), ...of('stamps')])).toEqual(new Set([0]));
  // What is read of the log belongs together.
  expect(of('log')).toContain(1);
});
