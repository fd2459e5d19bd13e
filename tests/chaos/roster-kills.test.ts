import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../harness/seeded-random.ts';
import { openStormCouncil, type StormCouncil } from '../harness/storm-council.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer } from '../harness/storm-server.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let place: StormPlace;
let server: StormServer;
let council: StormCouncil;
afterEach(async () => {
  await server?.stop();
  await place?.close();
});

const { kills, rows } = FIGURES.rosterKills;

test(`M4 a roster of ${rows} rows, killed at ${kills} random moments: all rows or none, posted again the same state`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  place = await openStormPlace('PostgreSQL, folder');
  server = await startStormServer('server', place.env, random);
  council = openStormCouncil(place, server);
  const programId = await council.withMembers(rows);
  const undisturbed = await newCourse(programId);
  const start = performance.now();
  expect((await postRoster(undisturbed)).status).toBe(201);
  const usualMs = performance.now() - start;
  await expectWhole(undisturbed, 'undisturbed');
  for (let kill = 1; kill <= kills; kill += 1) {
    const where = `kill ${kill}, seed ${random.seed}`;
    const courseId = await newCourse(programId);
    const posted = postRoster(courseId).catch(() => undefined);
    await sleep(random.below(usualMs * 1.2));
    await server.kill();
    const answer = await posted;
    expect([0, rows], where).toContain(await countAwards(courseId));
    await server.restart();
    expect([0, rows], where).toContain(await countAwards(courseId));
    // Everything that was acknowledged exists.
    if (answer?.status === 201) expect(await countAwards(courseId), where).toBe(rows);
    await expectWhole(courseId, where);
  }
});

async function newCourse(program_id: string): Promise<string> {
  const points = [{ program_id, category: 'emc', points: 1 }];
  const { course } = await council.made('POST', '/courses', {
    title: 'Curso',
    starts_on: '2026-01-10',
    points,
  });
  await council.made('POST', `/courses/${course.id}/accredit`);
  return course.id;
}

function postRoster(courseId: string): Promise<Response> {
  const lines = Array.from({ length: rows }, (_, i) => `N${i}`);
  return council.call(
    'POST',
    `/courses/${courseId}/rosters?approve=true`,
    ['member_number', ...lines].join('\n'),
  );
}

/** After the roster is posted once more, each member has one approved award, which is in the ledger once. */
async function expectWhole(courseId: string, where: string): Promise<void> {
  const answer = await postRoster(courseId);
  const text = await answer.text();
  expect(answer.status, `${where}: ${text}`).toBe(201);
  const { roster } = JSON.parse(text) as { roster: { summary: Record<string, number> } };
  const { created, duplicate, rejected } = roster.summary;
  expect([rejected, (created ?? 0) + (duplicate ?? 0)], where).toEqual([0, rows]);
  expect(await countAwards(courseId), where).toBe(rows);
  const [state] = await place.query(
    `select count(distinct a.member_id)::integer as members, count(e.award_id)::integer as entries,
            bool_and(a.status = 'approved' and a.entry_seq = e.seq) as entered,
            (select count(*)::integer from award_lines l join awards b on b.id = l.award_id where b.course_id = $1) as lines,
            (select sum(p.created)::integer from postings p where p.course_id = $1) as created
       from awards a left join ledger_entries e on e.award_id = a.id where a.course_id = $1`,
    [courseId],
  );
  expect(state, where).toEqual({ members: rows, entries: rows, entered: true, lines: rows, created: rows });
  // Values derived from the ledger were written together with it.
  const [terms] = await place.query(
    `select count(*)::integer as wrong from membership_terms t join memberships m on m.id = t.membership_id
      where t.counted <> 100 * (select count(*) from ledger_entries e where e.member_id = m.member_id)`,
  );
  expect(terms, where).toEqual({ wrong: 0 });
}

async function countAwards(courseId: string): Promise<number> {
  const [row] = await place.query('select count(*)::integer as count from awards where course_id = $1', [
    courseId,
  ]);
  return Number(row?.count);
}
